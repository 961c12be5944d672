import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Registers a dialog that lies above all others now. The returned function removes it. */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** Opens a dialog again that the browser has closed, and then those above it, so that they stay above it. */
export function openAgain(dialog: HTMLDialogElement): void {
  for (const one of open.slice(open.indexOf(dialog))) {
    one.close();
    one.showModal();
  }
}

/** The dialog above everything else. What is outside of it can neither be seen nor used. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topDialog);
}

/** Where a popover is mounted: in the top dialog, or else in the page. */
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
