import { useSyncExternalStore } from 'react';

/** A value that several parts of the page share. Each part that uses it is drawn anew when it changes. */
export function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    get: () => value,
    set(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, () => value),
    /** Only what the part needs of the value: other changes do not draw it anew. */
    usePart: <Part>(select: (value: T) => Part) =>
      useSyncExternalStore(subscribe, () => select(value)),
  };
}
