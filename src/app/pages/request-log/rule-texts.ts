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
    oneOf: (values: string) => `einer dieser Werte: ${values}`,
    known: (names: string) => `Bekannt sind: ${names}.`,
    text: (bounds: string) => (bounds ? `ein Text mit ${bounds} Zeichen` : 'ein Text'),
    integer: (bounds: string) => `eine ganze Zahl${bounds && ` (${bounds})`}`,
    number: (bounds: string) => `eine Zahl${bounds && ` (${bounds})`}`,
    array: (bounds: string) => `eine Liste${bounds && ` mit ${bounds} Einträgen`}`,
    types: { boolean: 'true oder false', object: 'ein Objekt' } as Record<string, string>,
    formats: {
      date: 'ein Tag als JJJJ-MM-TT',
      'date-time': 'ein Zeitpunkt mit Zeitzone',
      email: 'eine E-Mail-Adresse',
      uri: 'eine URL',
      uuid: 'eine UUID',
    } as Record<string, string>,
    orNull: ' oder null',
    must: (what: string) => `muss ${what} sein`,
    mustBeOneOf: (values: string) => `muss einer dieser Werte sein: ${values}`,
    like: (example: string) => `, etwa ${example}`,
    isUnknown: 'gibt es hier nicht',
    isRefused: 'wurde nicht angenommen',
    others: (count: number): string =>
      count === 1
        ? 'Auch ein weiteres Feld wurde abgelehnt.'
        : 'Auch weitere Felder wurden abgelehnt.',
    noScope: (scope: string) => `Das Recht ${scope} fehlt`,
    limits: {
      key: (count: number) => `Das Limit eines Schlüssels sind ${count} Anfragen pro Minute`,
      invitations: (count: number) => `Das Limit sind ${count} Einladungen pro Stunde`,
      tests: (count: number) => `Das Limit eines Endpunkts sind ${count} Testereignisse pro Minute`,
    },
    required: 'Pflichtfeld.',
    optional: 'Darf fehlen.',
  },
  {
    bounds: (low: Bound, high: Bound) =>
      low && high ? `${low} to ${high}` : high ? `at most ${high}` : low ? `at least ${low}` : '',
    oneOf: (values: string) => `one of: ${values}`,
    known: (names: string) => `Known names: ${names}.`,
    text: (bounds: string) => (bounds ? `text of ${bounds} characters` : 'text'),
    integer: (bounds: string) => `a whole number${bounds && ` (${bounds})`}`,
    number: (bounds: string) => `a number${bounds && ` (${bounds})`}`,
    array: (bounds: string) => `a list${bounds && ` of ${bounds} items`}`,
    types: { boolean: 'true or false', object: 'an object' },
    formats: {
      date: 'a day as YYYY-MM-DD',
      'date-time': 'a time with its zone',
      email: 'an e-mail address',
      uri: 'a URL',
      uuid: 'a UUID',
    },
    orNull: ' or null',
    must: (what: string) => `must be ${what}`,
    mustBeOneOf: (values: string) => `must be one of: ${values}`,
    like: (example: string) => `, like ${example}`,
    isUnknown: 'is not known here',
    isRefused: 'was not accepted',
    others: (count: number) =>
      count === 1 ? 'Another field was refused, too.' : 'Other fields were refused, too.',
    noScope: (scope: string) => `The scope ${scope} is missing`,
    limits: {
      key: (count: number) => `The limit of a key is ${count} requests a minute`,
      invitations: (count: number) => `The limit is ${count} invitations an hour`,
      tests: (count: number) => `The limit of an endpoint is ${count} test events a minute`,
    },
    required: 'Required.',
    optional: 'May be left out.',
  },
);
