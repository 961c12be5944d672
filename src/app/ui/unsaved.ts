import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { ask } from '../api/questions.ts';

/** A part of the page with changes that are not saved. */
type Unsaved = {
  place: RefObject<Element | null>;
  /** It has the same content when it is opened again, as long as the page is not loaded anew. */
  isKept: boolean;
};

/**
 * The contents of forms, by the person and the name of the form. They survive a crash of the page
 * and a new sign-in of the same person, but no reload.
 */
export const drafts = new Map<string, unknown>();

let unsaved: readonly Unsaved[] = [];
const listeners = new Set<() => void>();

/**
 * Notes that what stands in this place is changed and not saved. Whoever leaves it is asked first
 * (P601).
 */
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

/** True if nothing would be lost if the page were loaded anew, not even in a form that is closed. */
export function mayReload(): boolean {
  return unsaved.length === 0 && drafts.size === 0;
}

/** True if something that is shown has changes. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => unsaved.length > 0);
}

/** Asks whether to go on, if what stands in this place, or else on the page, would be lost. */
export function mayClose(place?: Element | null): Promise<boolean> {
  return mayLose(
    unsaved.filter((one) => !one.isKept && (!place || place.contains(one.place.current))),
  );
}

/** The same before the page is loaded anew: then nothing is kept. */
export function mayLeaveApp(): Promise<boolean> {
  return mayLose(unsaved);
}

async function mayLose(lost: readonly Unsaved[]): Promise<boolean> {
  if (lost.length === 0) return true;
  if (!(await ask('leave'))) return false;
  // The next step of the same way out does not ask again.
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
