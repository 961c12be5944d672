import type { Fields } from '../../shared/schema/fields.ts';

/** The fields of a technical contact. */
export const contactFields = {
  email: {
    label: { de: 'E-Mail-Adresse', en: 'E-mail address' },
    hint: {
      de: 'Auch ein Verteiler oder eine Agentur. Die Adresse bekommt zuerst eine Anfrage.',
      en: 'A mailing list or an agency is fine. The address is asked first.',
    },
    kind: 'email',
    isRequired: true,
  },
  lang: {
    label: { de: 'Sprache der Nachrichten', en: 'Language of the messages' },
    kind: 'text',
    isRequired: true,
  },
} satisfies Fields;
