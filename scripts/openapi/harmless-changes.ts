/**
 * Changes since the released document that the check calls breaking although they break no client, each with its reason.
 * The next release empties this list.
 */
export const harmlessChanges: { at: string; why: string }[] = [];
