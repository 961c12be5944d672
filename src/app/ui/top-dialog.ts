import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Notes that this dialog lies above everything else now. The returned function notes that it is closed. */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** Opens a dialog that the browser has closed, and then those above it, which must stay above it. */
export function openAgain(dialog: HTMLDialogElement): void {
  for (const one of open.slice(open.indexOf(dialog))) {
    one.close();
    one.showModal();
  }
}

/** The dialog above everything else. Nobody can see or use what is outside it. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topDialog);
}

/** The place of a popover that opens now: the top dialog, or else the page. */
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
