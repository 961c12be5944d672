/**
 * Changes since the released document that the check calls breaking although they break no client, each with its reason.
 * The next release empties this list.
 */
export const harmlessChanges: { at: string; why: string }[] = [
  {
    at: '#/paths/~1events/get/parameters/2',
    why: 'A request is the same as before: the document now says which names `types` takes (D190).',
  },
];
