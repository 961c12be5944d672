import { defineTexts } from '../../text/define-texts.ts';

export const filterTexts = defineTexts(
  {
    filter: 'Filter',
    example: (word: string) => `Filtern, etwa ${word}:…`,
    searchOr: (label: string, word: string) => `${label} oder ${word}:…`,
    chosen: 'Gewählte Filter',
    offered: 'Vorschläge für Filter',
    remove: (what: string) => `Filter entfernen: ${what}`,
    change: (what: string) => `Filter ändern: ${what}`,
    clear: 'Alle Filter entfernen',
    nothing: 'Kein passender Filter',
    own: 'Eigener Zeitraum',
    from: (time: string) => `ab ${time}`,
    begin: 'Von',
    until: 'Bis',
  },
  {
    filter: 'Filter',
    example: (word: string) => `Filter, such as ${word}:…`,
    searchOr: (label: string, word: string) => `${label}, or ${word}:…`,
    chosen: 'Chosen filters',
    offered: 'Suggested filters',
    remove: (what: string) => `Remove filter: ${what}`,
    change: (what: string) => `Change filter: ${what}`,
    clear: 'Remove all filters',
    nothing: 'No such filter',
    own: 'Own period',
    from: (time: string) => `from ${time}`,
    begin: 'From',
    until: 'To',
  },
);
