import type { PageDefinition } from '../page-definition.ts';

export const signInPage: PageDefinition = {
  path: '/sign-in',
  title: { de: 'Anmelden', en: 'Sign in' },
  needs: 'nobody',
  load: () => import('./sign-in-page.tsx').then(({ SignInPage }) => ({ Page: SignInPage })),
};
