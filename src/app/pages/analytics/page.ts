import type { PageDefinition } from '../page-definition.ts';

export const analyticsPage: PageDefinition = {
  path: '/analytics',
  title: { de: 'Auswertung', en: 'Analytics' },
  needs: 'see_analytics',
  nav: { group: 'training', icon: 'chart' },
  words:
    'statistik trend dimensionen skill gaps lücken einwandbehandlung objection handling closing abschluss leaderboard rangliste',
  load: () => import('./analytics-page.tsx').then(({ AnalyticsPage }) => ({ Page: AnalyticsPage })),
};
