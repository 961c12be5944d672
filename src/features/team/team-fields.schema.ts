import type { Fields } from '../../shared/schema/fields.ts';

const link = {
  hint: {
    de: 'Beginnt mit https:// und steht unten in der Navigation.',
    en: 'Begins with https:// and is shown below the navigation.',
  },
  invalid: {
    de: 'Bitte geben Sie den ganzen Link an, etwa https://www.firma.de/impressum.',
    en: 'Please enter the whole link, such as https://www.company.com/imprint.',
  },
  kind: 'url',
} as const;

/** The settings that admins change in the app. */
export const teamFields = {
  name: { label: { de: 'Name', en: 'Name' }, kind: 'text', isRequired: true },
  languages: {
    label: { de: 'Sprachen', en: 'Languages' },
    hint: {
      de: 'Einladungen gehen in der ersten Sprache hinaus, wenn keine andere gewählt ist.',
      en: 'Invitations use the first language, unless another is chosen.',
    },
    kind: 'list',
  },
  time_zone: {
    label: { de: 'Zeitzone', en: 'Time zone' },
    hint: {
      de: 'Für Zeiten in App und E-Mails. Tagessummen zählen nach UTC.',
      en: 'For times in the app and e-mails. Sums of days are in UTC.',
    },
    invalid: {
      de: 'Diese Zeitzone gibt es nicht. Wählen Sie eine aus der Liste, etwa Europe/Berlin.',
      en: 'There is no such time zone. Choose one from the list, such as Europe/Berlin.',
    },
    kind: 'text',
    isRequired: true,
  },
  imprint_url: { label: { de: 'Link zum Impressum', en: 'Link to the imprint' }, ...link },
  privacy_url: {
    label: { de: 'Link zu den Datenschutzhinweisen', en: 'Link to the privacy notice' },
    ...link,
  },
} satisfies Fields;

/** What the owner changes of a sandbox, beside its name. */
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
