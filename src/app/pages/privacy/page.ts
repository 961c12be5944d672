import type { PageDefinition } from '../page-definition.ts';

export const privacyPage: PageDefinition = {
  path: '/privacy',
  title: { de: 'Datenschutz', en: 'Privacy' },
  needs: 'preview_privacy',
  nav: { group: 'team', icon: 'privacy' },
  words: 'privacy schalter mitgliederdetails rangliste leaderboard member detail',
  load: () => import('./privacy-page.tsx').then(({ PrivacyPage }) => ({ Page: PrivacyPage })),
};
