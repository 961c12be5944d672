import type { PageDefinition } from '../page-definition.ts';

export const trainingsPage: PageDefinition = {
  path: '/trainings',
  title: { de: 'Trainings', en: 'Trainings' },
  needs: 'see_trainings',
  nav: { group: 'training', icon: 'training' },
  words: 'bewertung auswertung punkte score evaluation session gespräch',
  load: () => import('./trainings-page.tsx').then(({ TrainingsPage }) => ({ Page: TrainingsPage })),
};

export const trainingPage: PageDefinition = {
  path: '/trainings/$training',
  title: { de: 'Training', en: 'Training' },
  list: trainingsPage,
  needs: 'see_trainings',
  load: () => import('./training-page.tsx').then(({ TrainingPage }) => ({ Page: TrainingPage })),
  example: ({ scored }) => `/trainings/${scored}`,
};

export const ownTrainingsPage: PageDefinition = {
  path: '/my/trainings',
  title: { de: 'Meine Trainings', en: 'My trainings' },
  needs: 'see_own_work',
  nav: { group: 'own', icon: 'training' },
  words: 'eigene bewertung auswertung punkte own score evaluation',
  load: () =>
    import('./own-trainings-page.tsx').then(({ OwnTrainingsPage }) => ({ Page: OwnTrainingsPage })),
};
