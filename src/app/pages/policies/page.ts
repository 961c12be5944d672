import type { PageDefinition } from '../page-definition.ts';

export const policiesPage: PageDefinition = {
  path: '/policies',
  title: { de: 'Vorgaben', en: 'Policies' },
  needs: 'see_policies',
  nav: { group: 'training', icon: 'policy' },
  words: 'sperren erlauben warum gesperrt why blocked policy allow block',
  load: () => import('./policies-page.tsx').then(({ PoliciesPage }) => ({ Page: PoliciesPage })),
};
