import { defineTexts } from '../../app/text/define-texts.ts';

const counted = (count: number, one: string, more: string) =>
  `${count} ${count === 1 ? one : more}`;

/** The texts of the reference that the document does not have. */
export const referenceTexts = defineTexts(
  {
    or: 'oder',
    arrayOf: 'Array von',
    types: {
      object: 'Objekt',
      array: 'Array',
      string: 'String',
      integer: 'Ganzzahl',
      number: 'Zahl',
      boolean: 'Boolean',
    },
    typesInArray: {
      object: 'Objekten',
      array: 'Arrays',
      string: 'Strings',
      integer: 'Ganzzahlen',
      number: 'Zahlen',
      boolean: 'Booleans',
    },
    formats: {
      'date-time': 'Zeitpunkt (RFC 3339)',
      date: 'Datum (JJJJ-MM-TT)',
      email: 'E-Mail-Adresse',
      uuid: 'UUID',
      uri: 'URL',
      'uri-reference': 'URL oder Pfad',
    },
    characters: {
      exactly: (count: number) => `genau ${count} Zeichen`,
      between: (from: number, to: number) => `${from} bis ${to} Zeichen`,
      atLeast: (count: number) => `mindestens ${count} Zeichen`,
      atMost: (count: number) => `höchstens ${count} Zeichen`,
    },
    numbers: {
      exactly: (count: number) => `genau ${count}`,
      between: (from: number, to: number) => `${from} bis ${to}`,
      atLeast: (count: number) => `mindestens ${count}`,
      atMost: (count: number) => `höchstens ${count}`,
    },
    entries: {
      exactly: (count: number) => `genau ${counted(count, 'Eintrag', 'Einträge')}`,
      between: (from: number, to: number) => `${from} bis ${to} Einträge`,
      atLeast: (count: number) => `mindestens ${counted(count, 'Eintrag', 'Einträge')}`,
      atMost: (count: number) => `höchstens ${counted(count, 'Eintrag', 'Einträge')}`,
    },
    pattern: (pattern: string) => `Muster \`${pattern}\``,
    defaultIs: (value: string) => `Standard ${value}`,
    required: 'Pflicht',
    optional: 'optional',
    mayLack: 'kann fehlen',
    oneOf: 'Einer der Werte',
    suchAs: 'Bekannte Werte:',
    mayGetMore: 'Weitere können hinzukommen.',
    forExample: 'Zum Beispiel',
    always: 'Immer',
    reference: 'Referenz',
    allOperations: 'Alle Operationen',
    allEvents: 'Alle Ereignisse',
    referenceLead:
      'Jede Operation der API mit ihren Parametern, Feldern, Fehlern und Beispielen. Alle Pfade stehen unter `/api/public/v1`. Alle Operationen sind REST mit JSON: Es gibt kein GraphQL, SOAP, gRPC oder OData.',
    needsScopes: ([scope, ...others]: readonly string[]) => {
      if (!scope) return 'Braucht kein Recht: jeder gültige Schlüssel genügt.';
      return others.length > 0
        ? 'Jeder Typ braucht das Recht seiner Liste.'
        : `Braucht das Recht \`${scope}\`.`;
    },
    noScope: 'kein Recht nötig',
    memberDetail:
      'Gesperrt, während das Team [`member_detail_enabled`](/docs/de/guides/privacy) ausgeschaltet hat.',
    parameters: {
      path: 'Parameter im Pfad',
      query: 'Parameter in der Query',
      header: 'Header der Anfrage',
    },
    bodyFields: 'Felder des Bodys',
    bodyRequired: 'JSON. Unbekannte Felder werden abgelehnt.',
    bodyOptional: 'JSON, alle Felder sind optional. Unbekannte Felder werden abgelehnt.',
    authorization:
      'Der Schlüssel des Teams, als `Bearer svck_live_…`. Nie in der URL, nie in einem Cookie.',
    answer: 'Antwort',
    answerHeaders: 'Header der Antwort',
    mayGrow: 'Weitere Felder können hinzukommen: Übergehen Sie, was Sie nicht kennen.',
    errors: 'Fehler',
    errorsLead: 'Unterscheiden Sie nach `code`. Jeder Code führt zu Ursache und Abhilfe.',
    ownErrors: 'Fehler dieser Operation',
    commonErrors: (count: number) => `Fehler, die jede Operation haben kann (${count})`,
    changeErrors: (count: number) => `Fehler, die jede Änderung haben kann (${count})`,
    commonErrorsLead:
      'Sie sagen nichts über diese Operation: Behandeln Sie sie einmal, an der Stelle, die alle Anfragen sendet.',
    invalid: (places: string) =>
      `Ein Wert ${places} ist nicht gültig, oder die Query hat einen Parameter, den es hier nicht gibt.`,
    invalidPlaces: {
      path: 'im Pfad',
      query: 'in der Query',
      body: 'im Body',
      header: 'im Header `Idempotency-Key`',
    },
    takesNothing: 'Die Query hat einen Parameter, und diese Operation kennt keinen.',
    cause: 'Ursache',
    cure: 'Abhilfe',
    example: 'Beispiel',
    request: 'Anfrage',
    exampleRequest: 'Beispiel einer Anfrage',
    exampleAnswer: 'Beispiel einer Antwort',
    variables:
      '`API` und `KEY` setzen Sie wie in [Erste Anfrage](/docs/de/guides/first-request). Das [SDK](/docs/de/guides/sdk#installieren) installieren Sie von dieser Installation.',
    type: 'Typ',
    events: 'Ereignisse',
    eventsLead:
      'Was der Dienst an die Webhook-Endpunkte Ihres Teams sendet: eine Seite für jeden Typ, mit Feldern, Beispiel, und wann er gesendet wird und wann nicht.',
    eventsMore:
      'Jedes Ereignis kommt mindestens einmal, in beliebiger Reihenfolge und signiert. Wie Sie es empfangen und prüfen, steht in [Webhooks](/docs/de/guides/webhooks).',
    raised: 'Wann es gesendet wird',
    notRaised: 'Wann nicht',
    subscribable: 'Ein Endpunkt bekommt es, wenn seine `events` diesen Typ nennen.',
    notSubscribable: 'Kein Endpunkt kann es abonnieren.',
    eventFields: 'Felder des Bodys',
    eventHeaders: 'Header der Zustellung',
    eventExample: 'Beispiel einer Zustellung',
    eventAnswer: 'Ihre Antwort',
    eventAnswerText:
      'Jeder 2xx-Status innerhalb von zehn Sekunden gilt als empfangen. Alles andere wird nach 1 min, 5 min, 30 min, 2 h, 6 h, 12 h und 24 h wiederholt.',
    errorsPage: 'Fehler',
    errorsPageLead:
      'Jeder Fehler hat einen Body vom Typ `application/problem+json` (RFC 9457) und einen Code, der sich nie ändert. Diese Seite nennt Ursache und Abhilfe jedes Codes.',
    errorsPageMore:
      'Unterscheiden Sie nach `code`: Er ändert sich nie und wird nie übersetzt. `title` ist deutsch, oder englisch, wenn `Accept-Language` das vorzieht. `detail` ist ein englischer Hinweis für Sie, nicht für ein Programm. Unbekannte Codes behandeln Sie nach ihrem `status`.\n\nWenn Sie Hilfe brauchen, nennen Sie die `request_id`. Sie steht auch im Header `X-Request-Id` und im Anfrageprotokoll der App.',
    problemFields: 'Felder eines Fehlers',
    allCodes: 'Alle Codes',
    errorColumns: { code: 'Code', title: 'Bedeutung', status: 'Status', act: 'Wiederholen?' },
    repeats: 'Wiederholen?',
    repeat: {
      never: 'nein',
      running: 'nur solange eine läuft',
      later: 'ja, später',
      same: 'ja, gleich',
    },
    fromOperations: 'Kommt von',
    everyOperation: 'jeder Operation',
    everyOperationBut: 'jeder Operation außer',
    linkTo: (name: string) => `Link zu ${name}`,
  },
  {
    or: 'or',
    arrayOf: 'array of',
    types: {
      object: 'object',
      array: 'array',
      string: 'string',
      integer: 'integer',
      number: 'number',
      boolean: 'boolean',
    },
    typesInArray: {
      object: 'objects',
      array: 'arrays',
      string: 'strings',
      integer: 'integers',
      number: 'numbers',
      boolean: 'booleans',
    },
    formats: {
      'date-time': 'date and time (RFC 3339)',
      date: 'date (YYYY-MM-DD)',
      email: 'e-mail address',
      uuid: 'UUID',
      uri: 'URL',
      'uri-reference': 'URL or path',
    },
    characters: {
      exactly: (count: number) => `exactly ${counted(count, 'character', 'characters')}`,
      between: (from: number, to: number) => `${from} to ${to} characters`,
      atLeast: (count: number) => `at least ${counted(count, 'character', 'characters')}`,
      atMost: (count: number) => `at most ${counted(count, 'character', 'characters')}`,
    },
    numbers: {
      exactly: (count: number) => `exactly ${count}`,
      between: (from: number, to: number) => `${from} to ${to}`,
      atLeast: (count: number) => `at least ${count}`,
      atMost: (count: number) => `at most ${count}`,
    },
    entries: {
      exactly: (count: number) => `exactly ${counted(count, 'entry', 'entries')}`,
      between: (from: number, to: number) => `${from} to ${to} entries`,
      atLeast: (count: number) => `at least ${counted(count, 'entry', 'entries')}`,
      atMost: (count: number) => `at most ${counted(count, 'entry', 'entries')}`,
    },
    pattern: (pattern: string) => `pattern \`${pattern}\``,
    defaultIs: (value: string) => `default ${value}`,
    required: 'required',
    optional: 'optional',
    mayLack: 'may be absent',
    oneOf: 'One of',
    suchAs: 'Known values:',
    mayGetMore: 'More may be added.',
    forExample: 'For example',
    always: 'Always',
    reference: 'Reference',
    allOperations: 'All operations',
    allEvents: 'All events',
    referenceLead:
      'Every operation of the API with its parameters, fields, errors and examples. All paths are below `/api/public/v1`. All operations are REST with JSON: there is no GraphQL, SOAP, gRPC or OData.',
    needsScopes: ([scope, ...others]: readonly string[]) => {
      if (!scope) return 'Needs no scope: any valid key will do.';
      return others.length > 0
        ? 'Each type needs the scope of its list.'
        : `Needs the scope \`${scope}\`.`;
    },
    noScope: 'no scope',
    memberDetail:
      'Closed while the team has turned off [`member_detail_enabled`](/docs/en/guides/privacy).',
    parameters: {
      path: 'Path parameters',
      query: 'Query parameters',
      header: 'Request headers',
    },
    bodyFields: 'Body fields',
    bodyRequired: 'JSON. Unknown fields are refused.',
    bodyOptional: 'JSON, every field is optional. Unknown fields are refused.',
    authorization:
      'The key of the team, as `Bearer svck_live_…`. Never in the URL, never in a cookie.',
    answer: 'Answer',
    answerHeaders: 'Answer headers',
    mayGrow: 'There may be more fields later: ignore what you do not know.',
    errors: 'Errors',
    errorsLead: 'Match on `code`. Each code leads to its cause and cure.',
    ownErrors: 'Errors of this operation',
    commonErrors: (count: number) => `Errors that every operation can have (${count})`,
    changeErrors: (count: number) => `Errors that every change can have (${count})`,
    commonErrorsLead:
      'They say nothing about this operation: handle them once, where your program sends all of its requests.',
    invalid: (places: string) =>
      `A value ${places} is not valid, or the query has a parameter that is not known here.`,
    invalidPlaces: {
      path: 'in the path',
      query: 'in the query',
      body: 'in the body',
      header: 'in the header `Idempotency-Key`',
    },
    takesNothing: 'The query has a parameter, and this operation knows none.',
    cause: 'Cause',
    cure: 'What to do',
    example: 'Example',
    request: 'Request',
    exampleRequest: 'Example request',
    exampleAnswer: 'Example answer',
    variables:
      'Set `API` and `KEY` as in [First request](/docs/en/guides/first-request). Install the [SDK](/docs/en/guides/sdk#install) from this installation.',
    type: 'Type',
    events: 'Events',
    eventsLead:
      'What the service sends to the webhook endpoints of your team: a page for each type, with its fields, an example, when it is sent and when not.',
    eventsMore:
      'Every event arrives at least once, in any order, and signed. How to receive and verify it is in [Webhooks](/docs/en/guides/webhooks).',
    raised: 'When it is sent',
    notRaised: 'When it is not',
    subscribable: 'An endpoint gets it if its `events` name this type.',
    notSubscribable: 'No endpoint can subscribe to it.',
    eventFields: 'Body fields',
    eventHeaders: 'Delivery headers',
    eventExample: 'Example delivery',
    eventAnswer: 'Your answer',
    eventAnswerText:
      'Any 2xx status within ten seconds counts as received. Everything else is repeated after 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h.',
    errorsPage: 'Errors',
    errorsPageLead:
      'Every error has a body of the type `application/problem+json` (RFC 9457) and a code that never changes. This page gives the cause and the cure of each code.',
    errorsPageMore:
      'Match on `code`: it never changes and is never translated. `title` is German, or English if `Accept-Language` prefers it. `detail` is an English hint for you, not for a program. Treat a code that you do not know by its `status`.\n\nTwo codes are German: `vorgabe_gesperrt` means “blocked by a policy”, and `kombination_ungueltig` means “invalid combination”.\n\nWhen you ask for help, give the `request_id`. It is also in the header `X-Request-Id` and in the request log of the app.',
    problemFields: 'Fields of an error',
    allCodes: 'All codes',
    errorColumns: { code: 'Code', title: 'Meaning', status: 'Status', act: 'Repeat it?' },
    repeats: 'Repeat it?',
    repeat: {
      never: 'no',
      running: 'only while one is running',
      later: 'yes, later',
      same: 'yes, at once',
    },
    fromOperations: 'Comes from',
    everyOperation: 'every operation',
    everyOperationBut: 'every operation but',
    linkTo: (name: string) => `Link to ${name}`,
  },
);
