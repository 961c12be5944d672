import type { Fields } from '../../shared/schema/fields.ts';

/** What all people of an invitation get. */
export const invitationFields = {
  role: { label: { de: 'Rolle', en: 'Role' }, kind: 'text', isRequired: true },
  lang: {
    label: { de: 'Sprache der Einladung', en: 'Language of the invitation' },
    kind: 'text',
    isRequired: true,
  },
} satisfies Fields;
