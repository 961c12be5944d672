import type { PageDefinition } from '../page-definition.ts';

export const overviewPage: PageDefinition = {
  path: '/overview',
  title: { de: 'Übersicht', en: 'Overview' },
  needs: 'see_members',
  nav: { group: 'start', icon: 'home' },
  words: 'start home einrichten setup checkliste dashboard',
  load: () => import('./overview-page.tsx').then(({ OverviewPage }) => ({ Page: OverviewPage })),
};
