/**
 * Changes since the released document that the check calls breaking, but that break no client. Each
 * entry says why. The next release empties the list.
 */
export const harmlessChanges: { at: string; why: string }[] = [
  {
    at: '#/paths/~1cases/get/responses/200/content/application~1json/schema/properties/data/items/properties/fields',
    why: 'The same values as an anyOf, which `redocly diff` does not read: generators of clients left the array out.',
  },
  {
    at: '#/paths/~1cases/post/requestBody/content/application~1json/schema/properties/user_id',
    why: 'No id has more than 100 characters: what is longer got 404 before and gets 422 now (P43).',
  },
];
