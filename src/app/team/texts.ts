import { defineTexts } from '../text/define-texts.ts';

export const teamTexts = defineTexts(
  {
    assign: 'Aufgabe stellen',
    hidden: 'Ausgeblendet',
    /** What lets an endpoint take events again: a pause ends, or what a person has switched off is on again. */
    endpointOn: (status: string): string =>
      status === 'disabled_failures' ? 'Fortsetzen' : 'Wieder einschalten',
    roles: { owner: 'Inhaber/in', admin: 'Admin', member: 'Mitglied' },
    lastTraining: 'Zuletzt trainiert',
    never: 'noch nie',
    former: 'Nicht mehr im Team',
    openAssignments: 'Offene Aufgaben',
    someMember: (id: string) => `Mitglied ${id}`,
    nobodyElse: 'Es gibt noch kein anderes aktives Mitglied.',
    noExportOfSearch:
      'Exportieren geht ohne Suche: Was Sie suchen, kann ein Name sein und soll in keiner Adresse stehen.',
    dimensions: {
      situation: 'Situation',
      personality: 'Persönlichkeit',
      industry: 'Branche',
      role: 'Rolle',
      methodology: 'Methodik',
    },
    /** How people come into a sandbox, from wherever they look for one. */
    sandbox: {
      create: 'Sandbox anlegen',
      openOf: (name: string) => `„${name}“ öffnen`,
      askOwner: 'Die Inhaberin oder der Inhaber des Teams kann eine Sandbox anlegen.',
    },
    minutes: (minutes: string, seconds: string) => `${minutes}:${seconds} min`,
    asBefore: 'wie im bewerteten Training davor',
    better: (points: string) => `${points} mehr als im bewerteten Training davor`,
    worse: (points: string) => `${points} weniger als im bewerteten Training davor`,
  },
  {
    assign: 'Assign an exercise',
    hidden: 'Hidden',
    endpointOn: (status: string): string =>
      status === 'disabled_failures' ? 'Resume' : 'Switch on again',
    roles: { owner: 'Owner', admin: 'Admin', member: 'Member' },
    lastTraining: 'Last training',
    never: 'never',
    former: 'No longer in the team',
    openAssignments: 'Open assignments',
    someMember: (id: string) => `Member ${id}`,
    nobodyElse: 'There is no other active member yet.',
    noExportOfSearch:
      'Export works without a search: what you search for may be a name, and belongs in no address.',
    dimensions: {
      situation: 'Situation',
      personality: 'Personality',
      industry: 'Industry',
      role: 'Role',
      methodology: 'Methodology',
    },
    sandbox: {
      create: 'Create a sandbox',
      openOf: (name: string) => `Open “${name}”`,
      askOwner: 'The owner of the team can create a sandbox.',
    },
    minutes: (minutes: string, seconds: string) => `${minutes}:${seconds} min`,
    asBefore: 'as in the scored training before',
    better: (points: string) => `${points} more than in the scored training before`,
    worse: (points: string) => `${points} less than in the scored training before`,
  },
);
