import type { PageDefinition } from '../page-definition.ts';

export const uiPage: PageDefinition = {
  path: '/ui',
  title: { de: 'Bausteine', en: 'Building blocks' },
  needs: 'nobody',
  isForDevelopment: true,
  load: () => import('./design-page.tsx').then(({ DesignPage }) => ({ Page: DesignPage })),
};
