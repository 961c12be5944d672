import { useSyncExternalStore } from 'react';

/** People who dictate, or press keys unintentionally, can turn off commands of a single letter. */
const KEPT = 'letter-keys';
const listeners = new Set<() => void>();
let current = kept();

export function hasLetterKeys(): boolean {
  return current;
}

export function setLetterKeys(isOn: boolean): void {
  current = isOn;
  try {
    localStorage.setItem(KEPT, isOn ? 'on' : 'off');
  } catch {}
  for (const listener of listeners) listener();
}

export function useLetterKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, hasLetterKeys);
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}
