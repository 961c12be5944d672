import { defineTexts } from '../text/define-texts.ts';

/** What a new sandbox is asked for, and what is said until it can be opened. */
export const createSandboxTexts = defineTexts(
  {
    create: 'Sandbox anlegen',
    createVerb: 'Anlegen',
    name: 'Name',
    nameHint: 'Zum Beispiel, was Sie darin ausprobieren.',
    firstName: 'Entwicklung',
    withHistory: 'Auch mit Schnittstellen',
    withHistoryHint:
      'API-Schlüssel, Anfragen, Webhooks mit einem Fehler zum Finden und ein Übungs-CRM. Mitglieder und Trainings eines Jahres hat jede Sandbox.',
    created: 'Die Sandbox wird vorbereitet',
    filling:
      'Die Sandbox wird gefüllt. Das dauert einige Sekunden. Danach öffnet sie sich von selbst.',
    closeMore: 'Sie können auch weiterarbeiten. Eine Meldung führt dann in die Sandbox.',
    goOn: 'Weiterarbeiten',
    ready: (name: string) => `Die Sandbox „${name}“ ist bereit`,
    open: 'Öffnen',
    full: (most: string) =>
      `Alle ${most} Sandboxes Ihres Teams sind in Gebrauch. Löschen Sie eine, bevor Sie eine neue anlegen.`,
    toSandboxes: 'Zu den Sandboxes',
  },
  {
    create: 'Create a sandbox',
    createVerb: 'Create',
    name: 'Name',
    nameHint: 'For example, what you try in it.',
    firstName: 'Development',
    withHistory: 'With interfaces too',
    withHistoryHint:
      'API keys, requests, webhooks with a failure to find, and a practice CRM. Each sandbox has members and a year of trainings.',
    created: 'The sandbox is being prepared',
    filling: 'The sandbox is being filled. This takes some seconds. Then it opens by itself.',
    closeMore: 'You can also go on working. A message then leads into the sandbox.',
    goOn: 'Go on working',
    ready: (name: string) => `The sandbox “${name}” is ready`,
    open: 'Open',
    full: (most: string) =>
      `All ${most} sandboxes of your team are in use. Delete one before you create another.`,
    toSandboxes: 'Go to the sandboxes',
  },
);
