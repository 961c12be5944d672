import type { PageDefinition } from '../page-definition.ts';

export const docsKeyPage: PageDefinition = {
  path: '/docs-key',
  title: { de: 'Schlüssel für diesen Tab', en: 'Key for this tab' },
  needs: 'session',
  load: () => import('./docs-key-page.tsx').then(({ DocsKeyPage }) => ({ Page: DocsKeyPage })),
};
