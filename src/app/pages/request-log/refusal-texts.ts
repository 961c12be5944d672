import { defineTexts } from '../../text/define-texts.ts';

/** Texts for one refused request. They are loaded with it. */
export const refusalTexts = defineTexts(
  {
    todo: 'Was tun',
    rule: 'Erwartet',
    valid: 'Gültig',
    places: { body: 'im Body', query: 'in der Query', path: 'im Pfad', header: 'als Header' },
    requiredScope: 'Nötiges Recht',
    limit: 'Limit',
    limits: {
      key: 'des Schlüssels',
      team: 'des Teams',
      address: 'der Adresse',
      invitations: 'der Einladungen pro Stunde',
      tests: 'der Testereignisse pro Minute',
      stored_answers: 'der aufbewahrten Antworten',
    },
    fields: 'Felder',
    hiddenName:
      '„…“ steht für einen Namen, den Ihr Programm selbst gewählt hat. Wir speichern ihn nicht.',
    dimension: 'Gesperrter Teil',
  },
  {
    todo: 'What to do',
    rule: 'Expected',
    valid: 'Valid',
    places: {
      body: 'in the body',
      query: 'in the query',
      path: 'in the path',
      header: 'as a header',
    },
    requiredScope: 'Required scope',
    limit: 'Limit',
    limits: {
      key: 'of the key',
      team: 'of the team',
      address: 'of the address',
      invitations: 'of invitations per hour',
      tests: 'of test events per minute',
      stored_answers: 'of stored responses',
    },
    fields: 'Fields',
    hiddenName: '“…” stands for a name that your program has chosen itself. We do not keep it.',
    dimension: 'Blocked part',
  },
);
