import { defineTexts } from '../text/define-texts.ts';

export const teamTexts = defineTexts(
  {
    hidden: 'Ausgeblendet',
    someMember: (id: string) => `Mitglied ${id}`,
    nobodyElse: 'Es gibt noch kein anderes aktives Mitglied.',
    allMembers: 'Alle Mitglieder',
    dimensions: {
      situation: 'Situation',
      personality: 'Persönlichkeit',
      industry: 'Branche',
      role: 'Rolle',
      methodology: 'Methodik',
    },
  },
  {
    hidden: 'Hidden',
    someMember: (id: string) => `Member ${id}`,
    nobodyElse: 'There is no other active member yet.',
    allMembers: 'All members',
    dimensions: {
      situation: 'Situation',
      personality: 'Personality',
      industry: 'Industry',
      role: 'Role',
      methodology: 'Methodology',
    },
  },
);
