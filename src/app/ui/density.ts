import { useSyncExternalStore } from 'react';

/** Lower rows, for people who compare many lines. The browser stores the choice. */
const KEPT = 'dense-rows';
const listeners = new Set<() => void>();
let current = kept();

export function setDense(isDense: boolean): void {
  current = isDense;
  try {
    localStorage.setItem(KEPT, isDense ? 'on' : 'off');
  } catch {}
  for (const listener of listeners) listener();
}

export function useDense(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'on';
  } catch {
    return false;
  }
}
