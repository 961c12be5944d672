import { defineTexts } from '../../text/define-texts.ts';

/** The offer of a sandbox to look around in. It says what in it is an example. */
export const lookAroundTexts = defineTexts(
  {
    title: 'Erst einmal umsehen',
    more: 'Ein Beispielteam mit allem, was in einem Jahr geschieht: Trainings, Aufgaben, Deals, API-Anfragen und Webhooks. Übungsempfänger antworten auf jedes Ereignis. Einer lehnt manche ab: Finden Sie heraus, warum, und beheben Sie es. Das CRM darin ist ein Übungs-CRM und gleicht laufend ab. Ihr eigenes Team bleibt unberührt.',
    make: 'Sandbox mit Jahresdaten öffnen',
    name: 'Umsehen',
    full: (most: string) =>
      `Ihr Team hat schon ${most} Sandboxes. Löschen Sie eine in den Teameinstellungen, bevor Sie eine neue anlegen.`,
    welcome: 'Willkommen in Ihrer Sandbox',
    welcomeMore:
      'Ein Empfänger lehnt Zustellungen ab. Finden Sie in seiner Antwort, warum, beheben Sie es am Endpunkt, und senden Sie erneut. Empfänger und CRM sind zum Üben und bewahren nichts auf.',
    find: 'Gescheiterte Zustellungen ansehen',
    close: 'Ausblenden',
  },
  {
    title: 'Look around first',
    more: 'An example team with all that happens in a year: trainings, assignments, deals, API requests and webhooks. Practice receivers respond to every event. One of them refuses some: find out why, and fix it. Its CRM is a practice CRM and goes on synchronizing. Your own team stays as it is.',
    make: 'Open a sandbox with a year of data',
    name: 'Look around',
    full: (most: string) =>
      `Your team already has ${most} sandboxes. Delete one in the team settings before you create another.`,
    welcome: 'Welcome to your sandbox',
    welcomeMore:
      'A receiver refuses deliveries. Find the reason in its response, fix it at the endpoint, and resend. Receivers and CRM are for practice and keep nothing.',
    find: 'View failed deliveries',
    close: 'Hide',
  },
);
