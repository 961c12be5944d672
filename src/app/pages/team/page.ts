import type { PageDefinition } from '../page-definition.ts';

export const teamPage: PageDefinition = {
  path: '/team',
  title: { de: 'Teameinstellungen', en: 'Team settings' },
  needs: 'change_team',
  nav: { group: 'team', icon: 'gear' },
  words:
    'einstellungen settings name zeitzone time zone sprache impressum inhaber owner übertragen technischer kontakt technical contact sandbox testmodus test mode',
  load: () => import('./team-page.tsx').then(({ TeamPage }) => ({ Page: TeamPage })),
};
