import { defineTexts } from '../text/define-texts.ts';

export const teamTexts = defineTexts(
  {
    hidden: 'Ausgeblendet',
    someMember: (id: string) => `Mitglied ${id}`,
    findMember: 'Mitglied suchen',
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
    findMember: 'Find a member',
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
