import type { PageDefinition } from '../page-definition.ts';

export const docsKeyPage: PageDefinition = {
  path: '/docs-key',
  title: { de: 'Schlüssel für die Dokumentation', en: 'Key for the documentation' },
  needs: 'session',
  load: () => import('./docs-key-page.tsx').then(({ DocsKeyPage }) => ({ Page: DocsKeyPage })),
};
