import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';

/** `mod` is Command on a Mac and Control elsewhere. A single letter counts only outside fields. */
export function useHotkey(combination: string, act: () => void): void {
  useEffect(() => {
    const [key = '', mod] = combination.split('+').reverse();
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (event.key.toLowerCase() !== key || hasMod !== (mod === 'mod') || event.altKey) return;
      if (!mod && isTyping(event.target)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [combination, act]);
}
