import type { PageDefinition } from '../page-definition.ts';

export const catalogPage: PageDefinition = {
  path: '/catalog',
  title: { de: 'Katalog', en: 'Catalog' },
  needs: 'arrange_catalog',
  nav: { group: 'training', icon: 'catalog' },
  words:
    'situation persönlichkeit branche rolle methodik freigeben release regel rule eintrag entry',
  load: () => import('./catalog-page.tsx').then(({ CatalogPage }) => ({ Page: CatalogPage })),
};
