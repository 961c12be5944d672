import type { PageDefinition } from '../page-definition.ts';

export const assignmentsPage: PageDefinition = {
  path: '/assignments',
  title: { de: 'Aufgaben', en: 'Assignments' },
  needs: 'see_assignments',
  nav: { group: 'training', icon: 'assignment' },
  words:
    'aufgabe übung stellen zuweisen assign exercise fällig due überfällig overdue vorgabe policy',
  begins: {
    title: { de: 'Aufgabe stellen', en: 'Assign an exercise' },
    search: '?new=1',
    needs: 'change_assignments',
  },
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
