import { useEffect, useState } from 'react';

const PAUSE_MS = 120;

/** The text, once the person has stopped typing for a moment. An empty text counts at once. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
