import type { Fields } from '../../shared/schema/fields.ts';

/** What people fill in of an entry: its name in each language, and its place. */
export const entryFields = {
  de: { label: { de: 'Name auf Deutsch', en: 'Name in German' }, kind: 'text', isRequired: true },
  en: { label: { de: 'Name auf Englisch', en: 'Name in English' }, kind: 'text', isRequired: true },
  sort_key: {
    label: { de: 'Platz in der Liste', en: 'Place in the list' },
    hint: {
      de: 'Eine Zahl von 0 bis 1.000.000. Die kleinste steht oben.',
      en: 'A number from 0 to 1,000,000. The smallest comes first.',
    },
    invalid: { de: 'Eine Zahl von 0 bis 1.000.000.', en: 'A number from 0 to 1,000,000.' },
    kind: 'number',
    isRequired: true,
  },
} satisfies Fields;

/** A new entry also has its list. */
export const newEntryFields = {
  dimension: { label: { de: 'Liste', en: 'List' }, kind: 'text', isRequired: true },
  ...entryFields,
} satisfies Fields;
