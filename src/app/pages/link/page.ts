import type { PageDefinition } from '../page-definition.ts';

export const linkPage: PageDefinition = {
  path: '/link',
  title: { de: 'Persönlicher Link', en: 'Personal link' },
  needs: 'nobody',
  load: () => import('./link-page.tsx').then(({ LinkPage }) => ({ Page: LinkPage })),
};
