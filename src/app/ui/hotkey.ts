import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { hasLetterKeys } from './letter-keys.ts';

/**
 * Runs `act` when a person presses the keys. `mod` is Command on a Mac, and Control elsewhere. A single letter works
 * outside of fields and menus only, and only if the person has not turned such keys off. If `act` returns false, something
 * else may use the keys.
 */
export function useHotkey(combination: string, act: () => unknown): void {
  useEffect(() => {
    const [key = '', mod] = combination.split('+').reverse();
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (event.key.toLowerCase() !== key || hasMod !== (mod === 'mod') || event.altKey) return;
      if (event.defaultPrevented || (!mod && !isCommand(event.target))) return;
      if (act() !== false) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [combination, act]);
}

/** Whether a letter pressed there is a command. In a menu, letters find entries. */
export function isCommand(target: EventTarget | null): boolean {
  if (!hasLetterKeys() || isTyping(target)) return false;
  return !(target instanceof Element) || target.closest('[role="menu"], [role="listbox"]') === null;
}
