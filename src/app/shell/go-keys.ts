import { useEffect, useRef } from 'react';
import { isCommand } from '../ui/hotkey.ts';
import { topDialog } from '../ui/top-dialog.ts';

/** The second key after `g`, for often used pages. The keys are the same in all languages. */
const letters: Record<string, string> = {
  '/overview': 'o',
  '/members': 'm',
  '/trainings': 't',
  '/assignments': 'a',
  '/cases': 'c',
  '/policies': 'p',
  '/analytics': 'n',
  '/crm/deals': 'd',
  '/api-keys': 'k',
  '/webhooks': 'w',
  '/deliveries': 'v',
  '/events': 'e',
  '/request-log': 'r',
  '/audit-log': 'l',
  '/team': 's',
};

/** After a longer pause the two keys are no sequence. */
const PAUSE_MS = 1_500;

/** The keys that lead to a page, such as "G T". */
export function goKeysOf(path: string): string | undefined {
  const letter = letters[path];
  return letter && `G ${letter.toUpperCase()}`;
}

/** Opens a page by `g` and its letter, unless a dialog is open or the person types. */
export function useGoKeys(paths: readonly string[], go: (path: string) => void): void {
  const startedAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      const isSecond = timeStamp - startedAt.current < PAUSE_MS && startedAt.current > 0;
      startedAt.current = 0;
      if (event.metaKey || event.ctrlKey || event.altKey || topDialog()) return;
      if (!isCommand(target)) return;
      if (key === 'g' && !isSecond) {
        startedAt.current = timeStamp;
        return;
      }
      const path = isSecond ? paths.find((one) => letters[one] === key) : undefined;
      if (!path) return;
      // The letter must not run another command too.
      event.preventDefault();
      event.stopPropagation();
      go(path);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [paths, go]);
}
