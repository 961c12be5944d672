declare const brand: unique symbol;

/**
 * Whose share of the connections, the memory and the turns of a process somebody uses. Only this file makes
 * one. What counts shares takes no other text, so that no share is counted by the wrong id. A sandbox uses the share of
 * its team: with a share for each sandbox, a team with one sandbox had all connections of a process. The rate limit of
 * the public API stays that of the tenant (D52).
 */
export type ShareHolder = string & { readonly [brand]: true };

/**
 * The share of a team. A sandbox has none of its own: it uses the share of the team to which it belongs.
 * Otherwise a team would get a further share with each sandbox.
 */
export function shareOf({ homeTenantId }: { homeTenantId: string }): ShareHolder {
  return homeTenantId as ShareHolder;
}

/** The share of a person whose call is about no team. */
export function shareOfPerson(personId: string): ShareHolder {
  return personId as ShareHolder;
}

/** All callers who are not signed in have one share together. */
export const STRANGERS = 'strangers' as ShareHolder;

/** The calls of the product's own backend that are about no team. */
export const SERVICE = 'service' as ShareHolder;

/** The tokens of command lines are read in one share together: command lines wait for each other, not for a team. */
export const COMMAND_LINES = 'command lines' as ShareHolder;
