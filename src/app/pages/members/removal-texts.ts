import { defineTexts } from '../../text/define-texts.ts';

export const removalTexts = defineTexts(
  {
    withdrawTitle: (who: string) => `Die Einladung für ${who} zurückziehen`,
    withdrawMore: 'Der Link in der Einladung gilt dann nicht mehr, und der Platz wird frei.',
    withdrawn: 'Die Einladung ist zurückgezogen.',
    removeTitle: (who: string) => `${who} entfernen`,
    removeMore: 'Der Zugang endet sofort, und der Platz wird frei.',
    revoked: (all: number, text: string) =>
      all === 1 ? 'Eine Aufgabe wird zurückgezogen.' : `${text} Aufgaben werden zurückgezogen.`,
    revokedDone: (all: number, text: string, done: number, doneText: string) => {
      if (all === 1) return 'Eine Aufgabe wird zurückgezogen. Sie ist schon erledigt.';
      const ofThem = done === 1 ? 'eine davon ist' : `${doneText} davon sind`;
      return `${text} Aufgaben werden zurückgezogen, ${ofThem} schon erledigt.`;
    },
    keptUntil: 'Die Daten der Person bleiben gespeichert, bis Sie sie unter ',
    formerMembers: 'Ehemalige',
    erased: ' löschen.',
    keptUntilOwner:
      'Die Daten der Person bleiben gespeichert, bis die Inhaberin oder der Inhaber sie löscht.',
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
    revoked: (all: number, text: string) =>
      all === 1 ? 'One assignment is revoked.' : `${text} assignments are revoked.`,
    revokedDone: (all: number, text: string, done: number, doneText: string) =>
      all === 1
        ? 'One assignment is revoked. It is already done.'
        : `${text} assignments are revoked, ${done === 1 ? 'one' : doneText} of them already done.`,
    keptUntil: "The person's data is kept until you erase it under ",
    formerMembers: 'Former members',
    erased: '.',
    keptUntilOwner: "The person's data is kept until the owner erases it.",
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
