import { defineTexts } from '../../text/define-texts.ts';

export const removalTexts = defineTexts(
  {
    withdrawTitle: (who: string) => `Die Einladung für ${who} zurückziehen`,
    withdrawMore: 'Der Link in der Einladung gilt dann nicht mehr, und der Platz wird frei.',
    withdrawn: 'Die Einladung ist zurückgezogen.',
    removeTitle: (who: string) => `${who} entfernen`,
    removeMore: 'Der Zugang endet sofort, und der Platz wird frei.',
    removeAssignments: (count: number, text: string) =>
      count === 1
        ? 'Eine offene Aufgabe wird zurückgezogen.'
        : `${text} Aufgaben werden zurückgezogen.`,
    removeKeys: (count: number, text: string) =>
      count === 1
        ? 'Ein API-Schlüssel von dieser Person bleibt gültig, kann aber keine Admins mehr ändern.'
        : `${text} API-Schlüssel von dieser Person bleiben gültig, können aber keine Admins mehr ändern.`,
    refused: {
      owner: 'Die Inhaberin oder der Inhaber kann nicht entfernt werden.',
      last_admin:
        'Das ist der letzte aktive Admin. Machen Sie zuerst ein anderes aktives Mitglied zum Admin.',
    },
    removed: 'Entfernt.',
  },
  {
    withdrawTitle: (who: string) => `Withdraw the invitation of ${who}`,
    withdrawMore: 'The link in the invitation is then no longer valid, and the seat becomes free.',
    withdrawn: 'The invitation is withdrawn.',
    removeTitle: (who: string) => `Remove ${who}`,
    removeMore: 'The access ends at once, and the seat becomes free.',
    removeAssignments: (count: number, text: string) =>
      count === 1 ? 'One open assignment is revoked.' : `${text} assignments are revoked.`,
    removeKeys: (count: number, text: string) =>
      count === 1
        ? 'One API key made by this person goes on working, but can no longer change admins.'
        : `${text} API keys made by this person go on working, but can no longer change admins.`,
    refused: {
      owner: 'The owner cannot be removed.',
      last_admin: 'This is the last active admin. Make another active member admin first.',
    },
    removed: 'Removed.',
  },
);
