import { defineTexts } from '../../text/define-texts.ts';

type Bound = string | undefined;

/** What a field must be, in words. */
export const ruleTexts = defineTexts(
  {
    bounds: (low: Bound, high: Bound) =>
      low && high
        ? `${low} bis ${high}`
        : high
          ? `höchstens ${high}`
          : low
            ? `mindestens ${low}`
            : '',
    oneOf: (values: string) => `Einer dieser Werte: ${values}`,
    known: (names: string) => `Bekannt sind: ${names}.`,
    text: (bounds: string) => (bounds ? `Text mit ${bounds} Zeichen` : 'Text'),
    integer: (bounds: string) => `Ganze Zahl${bounds && `, ${bounds}`}`,
    number: (bounds: string) => `Zahl${bounds && `, ${bounds}`}`,
    array: (bounds: string) => `Liste${bounds && ` mit ${bounds} Einträgen`}`,
    types: { boolean: 'true oder false', object: 'Objekt' } as Record<string, string>,
    formats: {
      date: 'Ein Tag als JJJJ-MM-TT',
      'date-time': 'Ein Zeitpunkt mit Zeitzone',
      email: 'Eine E-Mail-Adresse',
      uri: 'Eine URL',
      uuid: 'Eine UUID',
    } as Record<string, string>,
    orNull: ' oder null',
    required: 'Pflichtfeld.',
    optional: 'Darf fehlen.',
  },
  {
    bounds: (low: Bound, high: Bound) =>
      low && high ? `${low} to ${high}` : high ? `at most ${high}` : low ? `at least ${low}` : '',
    oneOf: (values: string) => `One of: ${values}`,
    known: (names: string) => `Known are: ${names}.`,
    text: (bounds: string) => (bounds ? `Text of ${bounds} characters` : 'Text'),
    integer: (bounds: string) => `A whole number${bounds && `, ${bounds}`}`,
    number: (bounds: string) => `A number${bounds && `, ${bounds}`}`,
    array: (bounds: string) => `A list${bounds && ` of ${bounds} items`}`,
    types: { boolean: 'true or false', object: 'An object' },
    formats: {
      date: 'A day as YYYY-MM-DD',
      'date-time': 'A time with its zone',
      email: 'An e-mail address',
      uri: 'A URL',
      uuid: 'A UUID',
    },
    orNull: ' or null',
    required: 'Required.',
    optional: 'May be left out.',
  },
);
