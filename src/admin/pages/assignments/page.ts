import type { PageDefinition } from '../page-definition.ts';

export const assignmentsPage: PageDefinition = {
  path: '/assignments',
  title: { de: 'Aufgaben', en: 'Assignments' },
  needs: 'see_assignments',
  nav: { group: 'training', icon: 'assignment' },
  words: 'aufgabe übung stellen zuweisen assign exercise fällig due vorgabe policy',
  load: () =>
    import('./assignments-page.tsx').then(({ AssignmentsPage }) => ({ Page: AssignmentsPage })),
};

export const ownAssignmentsPage: PageDefinition = {
  path: '/my/assignments',
  title: { de: 'Meine Aufgaben', en: 'My assignments' },
  needs: 'see_own_work',
  nav: { group: 'own', icon: 'assignment' },
  words: 'eigene aufgaben own exercises todo',
  load: () =>
    import('./own-assignments-page.tsx').then(({ OwnAssignmentsPage }) => ({
      Page: OwnAssignmentsPage,
    })),
};
