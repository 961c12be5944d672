import { defineTexts } from '../text/define-texts.ts';

export const teamTexts = defineTexts(
  {
    hidden: 'Ausgeblendet',
    someMember: (id: string) => `Mitglied ${id}`,
    nobodyElse: 'Es gibt noch kein anderes aktives Mitglied.',
    allMembers: 'Alle Mitglieder',
    noExportOfSearch:
      'Exportieren geht ohne Suche: Was Sie suchen, kann ein Name sein und soll in keiner Adresse stehen.',
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
    noExportOfSearch:
      'Export works without a search: what you search for may be a name, and belongs in no address.',
    dimensions: {
      situation: 'Situation',
      personality: 'Personality',
      industry: 'Industry',
      role: 'Role',
      methodology: 'Methodology',
    },
  },
);
