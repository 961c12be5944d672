import { defineTexts } from '../../text/define-texts.ts';

export const personWorkTexts = defineTexts(
  {
    assignments: 'Aufgaben',
    noAssignments: 'Keine Aufgaben',
    due: (day: string) => `fällig am ${day}`,
    trainings: 'Letzte Trainings',
    noTrainings: 'Keine Trainings',
    all: 'Alle ansehen',
    untitled: 'Ohne Titel',
  },
  {
    assignments: 'Assignments',
    noAssignments: 'No assignments',
    due: (day: string) => `due ${day}`,
    trainings: 'Latest trainings',
    noTrainings: 'No trainings',
    all: 'Show all',
    untitled: 'Untitled',
  },
);
