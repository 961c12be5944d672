import type { Fields } from '../../shared/schema/fields.ts';

/** The fields of a case that people fill in, in the order of the form. */
export const caseFields = {
  title: {
    label: { de: 'Titel', en: 'Title' },
    hint: { de: 'Höchstens 200 Zeichen.', en: 'At most 200 characters.' },
    kind: 'text',
    most: 200,
  },
  persona_id: {
    label: { de: 'Persönlichkeit', en: 'Personality' },
    kind: 'text',
    most: 100,
  },
  fields: {
    label: { de: 'Angaben', en: 'Facts' },
    hint: {
      de: 'Ein JSON-Objekt mit eigenen Namen, etwa {"ziel": "Termin", "einwaende": ["Preis"]}.',
      en: 'A JSON object with names of your own, such as {"goal": "meeting", "objections": ["price"]}.',
    },
    kind: 'json',
    rows: 9,
  },
  external_ref: {
    label: { de: 'Externe Referenz', en: 'External reference' },
    hint: {
      de: 'Ein JSON-Objekt, etwa {"system": "crm", "deal": "D-1003"}.',
      en: 'A JSON object, such as {"system": "crm", "deal": "D-1003"}.',
    },
    kind: 'json',
  },
} satisfies Fields;
