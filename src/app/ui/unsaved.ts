import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { ask } from '../api/questions.ts';

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

let unsaved: readonly Unsaved[] = [];
const listeners = new Set<() => void>();

/** Registers that this part of the page has unsaved changes. The person is asked before they are lost. */
export function useUnsaved(
  isChanged: boolean,
  place: RefObject<Element | null>,
  isKept = false,
): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const entry = { place, isKept };
    change([...unsaved, entry]);
    return () => change(unsaved.filter((other) => other !== entry));
  }, [isChanged, place, isKept]);
}

/** Whether a reload would lose nothing, not even the draft of a closed form. */
export function mayReload(): boolean {
  return unsaved.length === 0 && drafts.size === 0;
}

/** Whether a part that is on the screen has unsaved changes. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => unsaved.length > 0);
}

/** Asks whether to go on, if changes in `place`, or without it on the page, would be lost. */
export function mayClose(place?: Element | null): Promise<boolean> {
  return mayLose(
    unsaved.filter((one) => !one.isKept && (!place || place.contains(one.place.current))),
  );
}

/** Asks the same question before a reload, because a reload loses drafts too. */
export function mayLeaveApp(): Promise<boolean> {
  return mayLose(unsaved);
}

async function mayLose(lost: readonly Unsaved[]): Promise<boolean> {
  if (lost.length === 0) return true;
  if (!(await ask('leave'))) return false;
  // The next step of leaving must not ask about them again.
  change(unsaved.filter((one) => !lost.includes(one)));
  return true;
}

function change(entries: readonly Unsaved[]): void {
  unsaved = entries;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
