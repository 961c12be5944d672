import { defineTexts } from '../text/define-texts.ts';

/** How people come into a sandbox, from wherever they look for one. */
export const enterSandboxTexts = defineTexts(
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
    openOf: (name: string) => `„${name}“ öffnen`,
    askOwner: 'Die Inhaberin oder der Inhaber des Teams kann eine Sandbox anlegen.',
    ownerIs: (name: string) => `Inhaber/in: ${name}.`,
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
    openOf: (name: string) => `Open “${name}”`,
    askOwner: 'The owner of the team can create a sandbox.',
    ownerIs: (name: string) => `Owner: ${name}.`,
  },
);
