import { defineTexts } from '../../text/define-texts.ts';

/** The steps of a new team. */
export const setUpTexts = defineTexts(
  {
    setUp: { people: 'Einrichten: Menschen', programs: 'Einrichten: Programme' },
    progress: (done: number, all: number) => `${done} von ${all} erledigt`,
    done: 'Erledigt',
    open: 'Offen',
    steps: {
      members: 'Mitglieder einladen',
      assign: 'Die erste Aufgabe stellen',
      crm: 'Ihr CRM verbinden (optional)',
      key: 'Einen API-Schlüssel erstellen',
      request: 'Die erste Anfrage senden',
      endpoint: 'Einen Webhook-Endpunkt anlegen',
      webhook: 'Den ersten Webhook empfangen',
    },
    stepsMore: {
      members: 'Training beginnt mit den Menschen, die es machen.',
      assign:
        'Wählen Sie Person, Situation und Gegenüber. Das Training dazu beginnt in der Trainings-App.',
      crm: 'Dann stehen Deals und Einwände neben den Trainings Ihrer Leute.',
      key: 'Mit ihm liest ein Programm die Daten Ihres Teams.',
      request: 'GET /me antwortet mit dem Team und den Rechten Ihres Schlüssels.',
      endpoint: 'An seine Adresse sendet der Dienst jedes Ereignis, signiert.',
      webhook: 'Ein Test geht an Ihren neuesten Endpunkt. Hier steht, wenn er angekommen ist.',
    },
    go: {
      members: 'Mitglieder einladen',
      assign: 'Aufgabe stellen',
      crm: 'CRM verbinden',
      key: 'Schlüssel erstellen',
      request: 'API-Anfragen öffnen',
      endpoint: 'Endpunkt erstellen',
      webhook: 'Endpunkt öffnen',
    },
    doNow: { request: 'Anfrage senden', webhook: 'Test senden' },
    fromShell: 'Lieber von der Kommandozeile',
    onMyMachine: 'Lieber gleich auf Ihrem Rechner',
    onMyMachineMore:
      'Diese Zeile holt die Ereignisse Ihres Teams auf Ihren Rechner: ohne Tunnel, und auch ohne Endpunkt.',
    sendTest: 'Test senden',
    testSent: 'Der Test ist unterwegs. Kommt er nicht an, steht beim Endpunkt, warum.',
  },
  {
    setUp: { people: 'Set up: people', programs: 'Set up: programs' },
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    open: 'Open',
    steps: {
      members: 'Invite members',
      assign: 'Assign the first exercise',
      crm: 'Connect your CRM (optional)',
      key: 'Create an API key',
      request: 'Send the first request',
      endpoint: 'Add a webhook endpoint',
      webhook: 'Receive the first webhook',
    },
    stepsMore: {
      members: 'Training begins with the people who do it.',
      assign:
        'Choose a person, a situation and a counterpart. The training then begins in the training app.',
      crm: "Deals and objections then stand beside your people's trainings.",
      key: "With it, a program reads your team's data.",
      request: 'GET /me returns the team and the scopes of your key.',
      endpoint: 'The service sends each event to its address, signed.',
      webhook: 'A test goes to your newest endpoint. This page says when it has arrived.',
    },
    go: {
      members: 'Invite members',
      assign: 'Assign an exercise',
      crm: 'Connect a CRM',
      key: 'Create key',
      request: 'Open API requests',
      endpoint: 'Create endpoint',
      webhook: 'Open the endpoint',
    },
    doNow: { request: 'Send the request', webhook: 'Send a test' },
    fromShell: 'Use the command line instead',
    onMyMachine: 'Use your own machine instead',
    onMyMachineMore:
      'This line brings the events of your team to your machine: without a tunnel, and even without an endpoint.',
    sendTest: 'Send a test',
    testSent: 'The test is under way. If it does not arrive, the endpoint says why.',
  },
);
