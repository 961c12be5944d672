import { defineTexts } from '../text/define-texts.ts';

/** What a new sandbox is asked for, and what is said until it can be opened. */
export const createSandboxTexts = defineTexts(
  {
    create: 'Sandbox anlegen',
    createVerb: 'Anlegen',
    name: 'Name',
    nameHint: 'Zum Beispiel, was Sie darin ausprobieren.',
    firstName: 'Entwicklung',
    withHistory: 'Mit Beispieldaten eines Jahres',
    withHistoryHint:
      'Auch API-Schlüssel, Anfragen, Webhooks mit einem Fehler zum Finden und ein Übungs-CRM.',
    created: 'Die Sandbox wird vorbereitet',
    filling:
      'Die Sandbox wird gefüllt. Das dauert einige Sekunden. Danach öffnet sie sich von selbst.',
    closeMore: 'Sie können auch weiterarbeiten. Eine Meldung führt dann in die Sandbox.',
    goOn: 'Weiterarbeiten',
    ready: (name: string) => `Die Sandbox „${name}“ ist bereit`,
    open: 'Öffnen',
  },
  {
    create: 'Create a sandbox',
    createVerb: 'Create',
    name: 'Name',
    nameHint: 'For example, what you try in it.',
    firstName: 'Development',
    withHistory: 'With a year of example data',
    withHistoryHint:
      'Adds API keys, requests, webhooks with a failure to find, and a practice CRM.',
    created: 'The sandbox is being prepared',
    filling: 'The sandbox is being filled. This takes some seconds. Then it opens by itself.',
    closeMore: 'You can also go on working. A message then leads into the sandbox.',
    goOn: 'Go on working',
    ready: (name: string) => `The sandbox “${name}” is ready`,
    open: 'Open',
  },
);
