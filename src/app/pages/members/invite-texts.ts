import type { Fields } from '../../../shared/schema/fields.ts';
import { defineTexts } from '../../text/define-texts.ts';

export const inviteTexts = defineTexts(
  {
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
    languages: { de: 'Deutsch', en: 'Englisch' },
    invited: 'Die Einladung ist angelegt.',
  },
  {
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
    languages: { de: 'German', en: 'English' },
    invited: 'The invitation is created.',
  },
);

/** What all people of an invitation get. */
export const invitationFields = {
  role: { label: { de: 'Rolle', en: 'Role' }, kind: 'text', isRequired: true },
  lang: {
    label: { de: 'Sprache der Einladung', en: 'Language of the invitation' },
    kind: 'text',
    isRequired: true,
  },
} satisfies Fields;
