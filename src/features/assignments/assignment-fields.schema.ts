import type { Fields } from '../../shared/schema/fields.ts';

/** What people may change of an assignment. */
export const assignmentFields = {
  status: { label: { de: 'Status', en: 'Status' }, kind: 'text', isRequired: true },
  due_date: {
    label: { de: 'Fällig am', en: 'Due' },
    kind: 'date',
    isOptional: true,
  },
  note: {
    label: { de: 'Hinweis', en: 'Note' },
    kind: 'long-text',
    isOptional: true,
    most: 5000,
  },
} satisfies Fields;
