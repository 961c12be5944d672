import type { Fields } from '../../shared/schema/fields.ts';

export const sandboxFields = {
  seats: {
    label: { de: 'Plätze', en: 'Seats' },
    invalid: {
      de: 'Bitte geben Sie eine ganze Zahl von 1 bis 10.000 an.',
      en: 'Please enter a whole number from 1 to 10,000.',
    },
    kind: 'number',
    isRequired: true,
  },
} satisfies Fields;
