import { defineTexts } from '../../text/define-texts.ts';

/** The offer of a sandbox to look around in. It says what in it is an example. */
export const lookAroundTexts = defineTexts(
  {
    title: 'Erst einmal umsehen',
    more: 'Ein Beispielteam mit allem, was in einem Jahr geschieht: Trainings, Aufgaben, Deals, API-Anfragen und Webhooks. Einige Zustellungen sind gescheitert: Finden Sie heraus, warum. CRM und Empfänger darin sind Beispiele: Ihre Daten und Antworten sind aufgezeichnet, und das CRM gleicht nicht ab. Ihr eigenes Team bleibt unberührt.',
    make: 'In einer Sandbox mit Daten eines Jahres umsehen',
    name: 'Umsehen',
    filling:
      'Die Sandbox wird gefüllt. Das dauert einige Sekunden. Danach öffnet sie sich von selbst.',
    full: (most: string) =>
      `Ihr Team hat schon ${most} Sandboxes. Löschen Sie eine in den Teameinstellungen, bevor Sie eine neue anlegen.`,
    welcome: 'Willkommen in Ihrer Sandbox',
    welcomeMore:
      'Probieren Sie alles aus. Ein Empfänger hat Zustellungen mit 422 abgelehnt. Die Empfänger sind Beispiele mit aufgezeichneten Antworten, und das CRM ist getrennt. Echte Ereignisse bekommen Sie mit einem eigenen Endpunkt oder auf Ihrem Rechner.',
    find: 'Gescheiterte Zustellungen ansehen',
    close: 'Ausblenden',
  },
  {
    title: 'Look around first',
    more: 'An example team with all that happens in a year: trainings, assignments, deals, API requests and webhooks. Some deliveries have failed: find out why. Its CRM and receivers are examples: their data and answers are recorded, and the CRM does not synchronize. Your own team stays as it is.',
    make: 'Look around in a sandbox with a year of data',
    name: 'Look around',
    filling: 'The sandbox is being filled. This takes some seconds. Then it opens by itself.',
    full: (most: string) =>
      `Your team already has ${most} sandboxes. Delete one in the team settings before you create another.`,
    welcome: 'Welcome to your sandbox',
    welcomeMore:
      'Try everything. A receiver has refused deliveries with 422. The receivers are examples with recorded answers, and the CRM is disconnected. You get real events with an endpoint of your own or on your machine.',
    find: 'See the failed deliveries',
    close: 'Hide',
  },
);
