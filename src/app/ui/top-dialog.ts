import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Notes that a dialog stands above all else now. Answers how to note that it is closed. */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** The dialog above all else. What is outside of it, nobody can see or use. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topDialog);
}

/** Where a popover belongs that opens now: into the dialog, or else into the page. */
export const topDialogRef = {
  get current() {
    return topDialog();
  },
};

export function topDialog(): HTMLDialogElement | null {
  return open.at(-1) ?? null;
}

function change(dialogs: readonly HTMLDialogElement[]): void {
  open = dialogs;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
