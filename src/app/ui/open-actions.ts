import { useEffect, useLayoutEffect, useState } from 'react';
import { createStore } from '../api/store.ts';
import { isCommand } from './hotkey.ts';
import type { IconName } from './icon.tsx';
import { topDialog } from './top-dialog.ts';

/** Something that the person may do with what is open. Its page offers it, and so does the palette. */
export type Action = {
  label: string;
  icon?: IconName | undefined;
  look?: 'primary' | 'plain' | 'quiet' | undefined;
  /** The letter that does it while no field has the focus. */
  letter?: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Its button is in the menu behind the three dots. */
  isInMenu?: boolean;
} & (
  | { run: () => void }
  | { link: { path: string; search: Record<string, string> } }
  /** A text that the page copies with a button of its own. */
  | { copies: string }
);

/** What can be done with the thing of this id. */
export type Offer = { id: string; actions: readonly Action[] };

const offers = new Map<object, Offer>();
/** What is open, and all that can be done with it. */
const current = createStore<Offer | undefined>(undefined);

/** Offers the actions while the component is on the screen. Several components may offer some for the same thing. */
export function useActions(id: string | undefined, actions: readonly Action[]): void {
  const [owner] = useState({});
  useLayoutEffect(() => {
    if (id === undefined) offers.delete(owner);
    else offers.set(owner, { id, actions });
    change();
  });
  useLayoutEffect(
    () => () => {
      offers.delete(owner);
      change();
    },
    [owner],
  );
  // It listens once, and stays: without an offer it does nothing.
  useEffect(() => addEventListener('keydown', actByLetter), []);
}

export const openOffer = current.get;
export const useOpenOffer = (): Offer | undefined => current.useValue();

function change(): void {
  const all = [...offers.values()];
  // An entry that is open over a page stands in the address, whichever of the two was loaded last.
  const inAddress = new Set(new URLSearchParams(location.search).values());
  const { id } = all.find((one) => inAddress.has(one.id)) ?? all.at(-1) ?? {};
  const actions = all.filter((one) => one.id === id).flatMap((one) => one.actions);
  current.set(id === undefined ? undefined : { id, actions });
}

function actByLetter(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || !isCommand(target)) return;
  // A question or the palette above it has keys of its own.
  if (topDialog()?.hasAttribute('data-row-shown') === false) return;
  const action = current.get()?.actions.find(({ letter }) => letter === key);
  if (!action || action.isBusy || action.isDisabled || !('run' in action)) return;
  event.preventDefault();
  action.run();
}
