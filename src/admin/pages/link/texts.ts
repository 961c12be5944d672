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
    forAccount: (email: string) => `Für das Konto ${email}.`,
    name: 'Ihr Name',
    password: 'Neues Passwort',
    passwordHint: 'Mindestens 12 Zeichen. Ein Satz ist gut zu merken.',
    setPassword: 'Passwort speichern und anmelden',
    join: 'Beitreten',
    joinSignIn: 'Sie haben schon ein Konto. Melden Sie sich an, um beizutreten.',
    otherAccount: (email: string) =>
      `Sie sind als ${email} angemeldet. Die Einladung gilt für ein anderes Konto.`,
    signOut: 'Abmelden',
    confirm: 'Adresse bestätigen',
    confirmed: 'Die neue Adresse ist bestätigt',
    confirmedMore: 'Melden Sie sich ab jetzt mit der neuen Adresse an.',
    toSignIn: 'Zur Anmeldung',
    invalid: 'Dieser Link gilt nicht mehr',
    invalidMore:
      'Er ist abgelaufen, wurde schon benutzt oder ist unvollständig. Bitten Sie um einen neuen, oder fordern Sie ihn selbst an.',
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
    forAccount: (email: string) => `For the account ${email}.`,
    name: 'Your name',
    password: 'New password',
    passwordHint: 'At least 12 characters. A sentence is easy to remember.',
    setPassword: 'Save password and sign in',
    join: 'Join',
    joinSignIn: 'You have an account already. Sign in to join.',
    otherAccount: (email: string) =>
      `You are signed in as ${email}. The invitation is for another account.`,
    signOut: 'Sign out',
    confirm: 'Confirm address',
    confirmed: 'The new address is confirmed',
    confirmedMore: 'From now on, sign in with the new address.',
    toSignIn: 'Sign in',
    invalid: 'This link is no longer valid',
    invalidMore:
      'It has expired, has been used or is incomplete. Ask for a new one, or request it yourself.',
    newReset: 'Request a new password',
  },
);
