import { defineTexts } from '../../text/define-texts.ts';

/** Texts for one request. They are loaded with it. */
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
    copyCommand: 'curl-Befehl kopieren',
    repeat: 'Die Anfrage wiederholen',
    repeatMore: 'Parameter und Inhalt der Anfrage werden nicht gespeichert.',
    corrected: 'Die berichtigte Anfrage',
    example: 'Ein gültiges Beispiel',
    exampleMore:
      'Der Inhalt ist das Beispiel dieser Operation, denn der Inhalt der Anfrage wird nicht gespeichert. Setzen Sie Ihre eigenen IDs ein.',
    gone: 'Zu dieser ID gibt es keine Zeile',
    goneMore:
      'Anfragen werden 30 Tage lang gezeigt, und nur solche, die einem Schlüssel Ihres Teams galten.',
    sameError: 'Alle mit diesem Fehler',
    sameKey: 'Alle mit diesem Schlüssel',
    errorDocs: 'Erklärung des Fehlers',
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
    copyCommand: 'Copy the curl command',
    repeat: 'Repeat the request',
    repeatMore: 'The parameters and the body of the request are not stored.',
    corrected: 'The corrected request',
    example: 'A valid example',
    exampleMore:
      'The body is the example of this operation, because the body of the request is not stored. Put in your own IDs.',
    gone: 'There is no line with this ID',
    goneMore: 'Requests are shown for 30 days, and only those with a key of your team.',
    sameError: 'All with this error',
    sameKey: 'All with this key',
    errorDocs: 'About this error',
  },
);
