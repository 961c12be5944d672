import type { PageDefinition } from '../page-definition.ts';

export const casesPage: PageDefinition = {
  path: '/cases',
  title: { de: 'Fälle', en: 'Cases' },
  needs: 'see_cases',
  nav: { group: 'training', icon: 'case' },
  words: 'fall kunde persona deal case external_ref fields',
  begins: {
    title: { de: 'Fall anlegen', en: 'Create a case' },
    search: '?new=1',
    needs: 'change_cases',
  },
  load: () => import('./cases-page.tsx').then(({ CasesPage }) => ({ Page: CasesPage })),
};

export const ownCasesPage: PageDefinition = {
  path: '/my/cases',
  title: { de: 'Meine Fälle', en: 'My cases' },
  needs: 'see_own_cases',
  nav: { group: 'own', icon: 'case' },
  words: 'private eigene fälle private own cases',
  load: () => import('./own-cases-page.tsx').then(({ OwnCasesPage }) => ({ Page: OwnCasesPage })),
};
