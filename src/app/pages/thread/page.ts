import type { PageDefinition } from '../page-definition.ts';

export const threadPage: PageDefinition = {
  path: '/thread/$requestId',
  title: { de: 'Ursache und Folgen', en: 'Cause and effects' },
  // The request may be of another team, in which the person has more rights.
  needs: 'session',
  load: () => import('./thread-page.tsx').then(({ ThreadPage }) => ({ Page: ThreadPage })),
  example: ({ request }) => `/thread/${request}`,
};
