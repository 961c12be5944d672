import { type RefObject, useEffect } from 'react';
import { ask } from '../api/questions.ts';
import { createStore } from '../api/store.ts';

/** A part of the page with unsaved changes. */
type Unsaved = {
  place: RefObject<Element | null>;
  /** The changes are still there when the part is opened again, until the page is reloaded. */
  isKept: boolean;
};

/**
 * The contents of forms, by person and name of the form. They survive a crash of the page, and a new sign-in of the same
 * person, but no reload.
 */
export const drafts = new Map<string, unknown>();

const unsaved = createStore<readonly Unsaved[]>([]);

/** Registers that this part of the page has unsaved changes. The person is asked before they are lost. */
export function useUnsaved(
  isChanged: boolean,
  place: RefObject<Element | null>,
  isKept = false,
): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const entry = { place, isKept };
    unsaved.set([...unsaved.get(), entry]);
    return () => unsaved.set(unsaved.get().filter((other) => other !== entry));
  }, [isChanged, place, isKept]);
}

/** Whether a reload would lose nothing, not even the draft of a closed form. */
export function mayReload(): boolean {
  return unsaved.get().length === 0 && drafts.size === 0;
}

/** Whether a part that is on the screen has unsaved changes. */
export function useHasUnsaved(): boolean {
  return unsaved.usePart((all) => all.length > 0);
}

/** Asks whether to go on, if changes in `place`, or without it on the page, would be lost. */
export function mayClose(place?: Element | null): Promise<boolean> {
  return mayLose(
    unsaved.get().filter((one) => !one.isKept && (!place || place.contains(one.place.current))),
  );
}

/** Asks the same question before a reload, because a reload loses drafts too. */
export function mayLeaveApp(): Promise<boolean> {
  return mayLose(unsaved.get());
}

async function mayLose(lost: readonly Unsaved[]): Promise<boolean> {
  if (lost.length === 0) return true;
  if (!(await ask('leave'))) return false;
  // The next step of leaving must not ask about them again.
  unsaved.set(unsaved.get().filter((one) => !lost.includes(one)));
  return true;
}
