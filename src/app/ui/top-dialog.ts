import { createStore } from '../api/store.ts';

const open = createStore<readonly HTMLDialogElement[]>([]);

/** Registers a dialog that lies above all others now. The returned function removes it. */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  open.set([...open.get(), dialog]);
  return () => open.set(open.get().filter((other) => other !== dialog));
}

/** Opens a dialog again that the browser has closed, and then those above it, so that they stay above it. */
export function openAgain(dialog: HTMLDialogElement): void {
  for (const one of open.get().slice(open.get().indexOf(dialog))) {
    one.close();
    one.showModal();
  }
}

/** The dialog above everything else. What is outside of it can neither be seen nor used. */
export function useTopDialog(): HTMLDialogElement | null {
  return open.usePart((all) => all.at(-1) ?? null);
}

/** Where a popover is mounted: in the top dialog, or else in the content of the page, which is a landmark. */
export const topDialogRef = {
  get current() {
    return topDialog() ?? document.getElementById('content');
  },
};

export function topDialog(): HTMLDialogElement | null {
  return open.get().at(-1) ?? null;
}
