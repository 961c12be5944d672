import { defineTexts } from '../../text/define-texts.ts';

export const linkTexts = defineTexts(
  {
    titles: {
      first_sign_in: 'Willkommen',
      invitation: 'Sie sind eingeladen',
      password_reset: 'Neues Passwort',
      email_change: 'Neue E-Mail-Adresse',
    },
    toTeam: (team: string) => `Treten Sie dem Team „${team}“ bei.`,
    forAccount: (email: string) => `Ihr Konto: ${email}`,
    name: 'Ihr Name',
    password: 'Neues Passwort',
    passwordHint:
      'Mindestens 12 Zeichen, kein häufiges Wort und nicht Ihr Name. Ein Satz ist gut zu merken.',
    setPassword: 'Passwort speichern und anmelden',
    join: 'Beitreten',
    joinSignIn: 'Sie haben schon ein Konto. Melden Sie sich an, um beizutreten.',
    signedInAs: (email: string) => `Sie sind als ${email} angemeldet.`,
    otherAccount: (email: string, invited: string) =>
      `Sie sind als ${email} angemeldet. Die Einladung gilt für ${invited}.`,
    signOut: 'Abmelden und fortfahren',
    confirm: 'Adresse bestätigen',
    confirmed: 'Die neue Adresse ist bestätigt',
    confirmedMore: 'Melden Sie sich ab jetzt mit der neuen Adresse an.',
    toSignIn: 'Zur Anmeldung',
    invalid: 'Dieser Link gilt nicht mehr',
    invalidMore:
      'Er ist abgelaufen, wurde schon benutzt oder ist unvollständig. Um eine neue Einladung bitten Sie einen Admin des Teams. Ein neues Passwort fordern Sie selbst an.',
    newReset: 'Neues Passwort anfordern',
  },
  {
    titles: {
      first_sign_in: 'Welcome',
      invitation: 'You are invited',
      password_reset: 'New password',
      email_change: 'New e-mail address',
    },
    toTeam: (team: string) => `Join the team “${team}”.`,
    forAccount: (email: string) => `Your account: ${email}`,
    name: 'Your name',
    password: 'New password',
    passwordHint:
      'At least 12 characters, no common word and not your name. A sentence is easy to remember.',
    setPassword: 'Save password and sign in',
    join: 'Join',
    joinSignIn: 'You have an account already. Sign in to join.',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    otherAccount: (email: string, invited: string) =>
      `You are signed in as ${email}. The invitation is for ${invited}.`,
    signOut: 'Sign out and continue',
    confirm: 'Confirm address',
    confirmed: 'The new address is confirmed',
    confirmedMore: 'From now on, sign in with the new address.',
    toSignIn: 'Sign in',
    invalid: 'This link is no longer valid',
    invalidMore:
      'It has expired, has been used or is incomplete. For a new invitation, ask an admin of the team. A new password you request yourself.',
    newReset: 'Request a new password',
  },
);
