/**
 * Changes since the released document that the check calls breaking, but that break no client. Each
 * entry says why. The next release empties the list.
 */
export const harmlessChanges: { at: string; why: string }[] = [];
