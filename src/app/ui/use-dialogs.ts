import { useState } from 'react';
import { useFilters } from './use-filters.ts';

/**
 * Which dialog of a page is open: the one that a button has opened, or one that the address asks for (`?dialog=…`), such
 * as a link or the palette. Anybody can send such an address to a person, so its dialogs change nothing by themselves.
 */
export function useDialogs<Name extends string>(byAddress: readonly Name[]) {
  const [{ dialog }, setAddress] = useFilters(['dialog'], { drawers: ['dialog'] });
  const [opened, open] = useState<Name | null>(null);
  const asked = byAddress.find((name) => name === dialog) ?? null;
  const close = () => {
    open(null);
    setAddress({ dialog: '' });
  };
  return { name: opened ?? asked, isAsked: opened === null && asked !== null, open, close };
}
