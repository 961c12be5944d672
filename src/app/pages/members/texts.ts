import { defineTexts } from '../../text/define-texts.ts';

export const memberTexts = defineTexts(
  {
    seats: (taken: string, all: string) => `${taken} von ${all} Plätzen belegt`,
    invite: 'Einladen',
    inviteTitle: 'Mitglieder einladen',
    inviteLimit: (count: string) => `Höchstens ${count} Einladungen in der Stunde.`,
    emails: 'E-Mail-Adressen',
    emailsHint: 'Eine oder mehrere, getrennt durch Zeilen, Kommas oder Semikolons.',
    emailsFound: (count: number) =>
      count === 1 ? '1 Adresse erkannt.' : `${count} Adressen erkannt.`,
    emailsInvalid: (most: number) =>
      `Jede Angabe muss eine E-Mail-Adresse sein, auf einmal höchstens ${most}.`,
    notEmails: (texts: string) => `Keine E-Mail-Adresse: ${texts}`,
    seatsFor: (free: number) =>
      free === 0
        ? 'Kein Platz ist frei. Diese Einladungen werden abgelehnt.'
        : free === 1
          ? 'Nur 1 Platz ist frei. Die erste Adresse wird eingeladen, die übrigen nicht.'
          : `Nur ${free} Plätze sind frei. Die ersten ${free} Adressen werden eingeladen, die übrigen nicht.`,
    invitedMany: (count: string) => `${count} Einladungen sind angelegt.`,
    resultsTitle: (done: string, all: string) => `${done} von ${all} eingeladen`,
    results: 'Das Ergebnis je Adresse',
    editRest: 'Übrige bearbeiten',
    outcomes: {
      invited: 'Eingeladen',
      invalid_email: 'Keine gültige E-Mail-Adresse',
      email_taken: 'Schon im Team oder eingeladen',
      seats_taken: 'Kein Platz mehr frei',
      too_many_invitations: 'Zu viele Einladungen in dieser Stunde',
    },
    search: 'Name oder E-Mail suchen',
    role: 'Rolle',
    status: 'Status',
    all: 'Alle',
    person: 'Person',
    email: 'E-Mail',
    name: 'Name',
    language: 'Sprache der Einladung',
    languages: { de: 'Deutsch', en: 'Englisch' },
    since: 'Dabei seit',
    me: 'Sie',
    roles: { owner: 'Inhaber/in', admin: 'Admin', member: 'Mitglied' },
    allRoles: 'Alle Rollen',
    allStates: 'Jeder Status',
    hidden: 'Name ausgeblendet',
    empty: 'Niemand passt zu dieser Suche',
    emptyMore: 'Ändern Sie die Suche oder die Filter.',
    invitedAt: 'Eingeladen',
    invitationUntil: 'Einladung gilt bis',
    again: 'Erneut einladen',
    againDone: 'Die Einladung hat einen neuen Link.',
    accept: 'Einladung annehmen',
    acceptDone: 'Die Einladung ist angenommen.',
    withdraw: 'Zurückziehen',
    withdrawTitle: (who: string) => `Die Einladung für ${who} zurückziehen`,
    withdrawMore: 'Der Link in der Einladung gilt dann nicht mehr, und der Platz wird frei.',
    withdrawn: 'Die Einladung ist zurückgezogen.',
    invited: 'Die Einladung ist angelegt.',
    invitationMail: 'Einladungsmail',
    mails: {
      waiting: 'noch nicht gesendet',
      sent: 'gesendet',
      failing: 'noch nicht angenommen, wird wiederholt',
      unsent: 'nicht gesendet',
      shown: 'nicht gesendet (Sandbox)',
    },
    unsentTitle: 'Einladungen werden hier nicht per E-Mail gesendet',
    unsentMore:
      'Auf diesem Server ist kein E-Mail-Versand eingerichtet. Der Betreiber sieht die Links mit dieser Zeile und gibt jeden nur an die Person weiter, die eingeladen ist:',
    interfaces: 'Recht „Schnittstellen“',
    interfacesShort: 'Schnittstellen',
    interfacesMore: 'API-Schlüssel, Webhooks und das Anfrageprotokoll.',
    interfacesOnlyAdmin: 'Nur Admins können dieses Recht bekommen.',
    interfacesOnlyOwner: 'Nur die Inhaberin oder der Inhaber vergibt dieses Recht.',
    rightsSaved: 'Gespeichert.',
    whatMay: 'Was darf wer?',
    plus: 'und alles davor',
    fresh: 'mit Bestätigung',
    ownerLocked: 'Das Team übertragen Sie in den Teameinstellungen, nicht hier.',
    changeRole: 'Rolle ändern',
    remove: 'Entfernen',
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
    roleSaved: 'Die Rolle ist geändert.',
    who: {
      member: 'Mitglied',
      admin: 'Admin',
      interfaces: 'Admin mit „Schnittstellen“',
      owner: 'Inhaber/in',
    },
  },
  {
    seats: (taken: string, all: string) => `${taken} of ${all} seats taken`,
    invite: 'Invite',
    inviteTitle: 'Invite members',
    inviteLimit: (count: string) => `At most ${count} invitations an hour.`,
    emails: 'E-mail addresses',
    emailsHint: 'One or more, on lines of their own or separated by commas or semicolons.',
    emailsFound: (count: number) =>
      count === 1 ? '1 address found.' : `${count} addresses found.`,
    emailsInvalid: (most: number) =>
      `Each entry must be an e-mail address, at most ${most} at once.`,
    notEmails: (texts: string) => `Not an e-mail address: ${texts}`,
    seatsFor: (free: number) =>
      free === 0
        ? 'No seat is free. These invitations will be refused.'
        : free === 1
          ? 'Only 1 seat is free. The first address is invited, the others are not.'
          : `Only ${free} seats are free. The first ${free} addresses are invited, the others are not.`,
    invitedMany: (count: string) => `${count} invitations are created.`,
    resultsTitle: (done: string, all: string) => `${done} of ${all} invited`,
    results: 'The outcome for each address',
    editRest: 'Edit the others',
    outcomes: {
      invited: 'Invited',
      invalid_email: 'Not a valid e-mail address',
      email_taken: 'Already in the team or invited',
      seats_taken: 'No seat is free',
      too_many_invitations: 'Too many invitations in this hour',
    },
    search: 'Search name or e-mail',
    role: 'Role',
    status: 'Status',
    all: 'All',
    person: 'Person',
    email: 'E-mail',
    name: 'Name',
    language: 'Language of the invitation',
    languages: { de: 'German', en: 'English' },
    since: 'Member since',
    me: 'You',
    roles: { owner: 'Owner', admin: 'Admin', member: 'Member' },
    allRoles: 'All roles',
    allStates: 'Any status',
    hidden: 'Name hidden',
    empty: 'Nobody matches this search',
    emptyMore: 'Change the search or the filters.',
    invitedAt: 'Invited',
    invitationUntil: 'Invitation valid until',
    again: 'Invite again',
    againDone: 'The invitation has a new link.',
    accept: 'Accept the invitation',
    acceptDone: 'The invitation is accepted.',
    withdraw: 'Withdraw',
    withdrawTitle: (who: string) => `Withdraw the invitation of ${who}`,
    withdrawMore: 'The link in the invitation is then no longer valid, and the seat becomes free.',
    withdrawn: 'The invitation is withdrawn.',
    invited: 'The invitation is created.',
    invitationMail: 'Invitation e-mail',
    mails: {
      waiting: 'not sent yet',
      sent: 'sent',
      failing: 'not accepted yet, is repeated',
      unsent: 'not sent',
      shown: 'not sent (sandbox)',
    },
    unsentTitle: 'Invitations are not sent by e-mail here',
    unsentMore:
      'No e-mail delivery is set up on this server. The operator sees the links with this line, and passes each of them only to the person who is invited:',
    interfaces: 'The right “Interfaces”',
    interfacesShort: 'Interfaces',
    interfacesMore: 'API keys, webhooks and the request log.',
    interfacesOnlyAdmin: 'Only admins can get this right.',
    interfacesOnlyOwner: 'Only the owner grants this right.',
    rightsSaved: 'Saved.',
    whatMay: 'Who may do what?',
    plus: 'and everything above',
    fresh: 'with a confirmation',
    ownerLocked: 'You transfer the ownership in the team settings, not here.',
    changeRole: 'Change role',
    remove: 'Remove',
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
    roleSaved: 'The role is changed.',
    who: { member: 'Member', admin: 'Admin', interfaces: 'Admin with interfaces', owner: 'Owner' },
  },
);
