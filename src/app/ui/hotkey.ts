import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { hasLetterKeys } from './letter-keys.ts';

/**
 * `mod` is Command on a Mac and Control elsewhere. A single letter counts only outside fields and menus,
 * and only as long as the person has not turned such keys off.
 */
export function useHotkey(combination: string, act: () => void): void {
  useEffect(() => {
    const [key = '', mod] = combination.split('+').reverse();
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (event.key.toLowerCase() !== key || hasMod !== (mod === 'mod') || event.altKey) return;
      if (event.defaultPrevented || (!mod && !isCommand(event.target))) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [combination, act]);
}

/** True if a single letter means a command there. A menu finds its entries by letters. */
export function isCommand(target: EventTarget | null): boolean {
  if (!hasLetterKeys() || isTyping(target)) return false;
  return !(target instanceof Element) || target.closest('[role="menu"], [role="listbox"]') === null;
}
