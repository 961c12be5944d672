import { defineTexts } from '../text/define-texts.ts';

/** How people come into a sandbox, from wherever they look for one. */
export const enterSandboxTexts = defineTexts(
  {
    create: 'Sandbox anlegen',
    openOf: (name: string) => `„${name}“ öffnen`,
    askOwner: 'Die Inhaberin oder der Inhaber des Teams kann eine Sandbox anlegen.',
    ownerIs: (name: string) => `Inhaber/in: ${name}.`,
  },
  {
    create: 'Create a sandbox',
    openOf: (name: string) => `Open “${name}”`,
    askOwner: 'The owner of the team can create a sandbox.',
    ownerIs: (name: string) => `Owner: ${name}.`,
  },
);
