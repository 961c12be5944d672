import type { PageDefinition } from '../page-definition.ts';

export const resetPage: PageDefinition = {
  path: '/reset',
  title: { de: 'Passwort vergessen?', en: 'Forgot your password?' },
  needs: 'nobody',
  load: () => import('./reset-page.tsx').then(({ ResetPage }) => ({ Page: ResetPage })),
};
