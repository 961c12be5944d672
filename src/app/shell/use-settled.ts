import { useEffect, useState } from 'react';

const PAUSE_MS = 120;

/** The text, once nobody has typed for a moment. An empty one counts at once. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
