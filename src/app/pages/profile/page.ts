import type { PageDefinition } from '../page-definition.ts';

export const profilePage: PageDefinition = {
  path: '/profile',
  title: { de: 'Profil', en: 'Profile' },
  needs: 'session',
  words: 'passwort password passkey sitzung session sprache language konto account',
  load: () => import('./profile-page.tsx').then(({ ProfilePage }) => ({ Page: ProfilePage })),
};
