import { defineTexts } from '../../text/define-texts.ts';

export const linkTexts = defineTexts(
  {
    titles: {
      first_sign_in: 'Willkommen',
      invitation: 'Sie sind eingeladen',
      password_reset: 'Neues Passwort',
      email_change: 'Neue E-Mail-Adresse',
      email_undo: 'Waren Sie das nicht?',
      contact_confirm: 'Technischer Kontakt',
      contact_stop: 'Nachrichten beenden',
    },
    toTeam: (team: string) => `Treten Sie dem Team „${team}“ bei.`,
    ownTeam: (team: string) => `Ihr Team „${team}“ ist bereit.`,
    forAccount: (email: string) => `Ihr Konto: ${email}`,
    name: 'Ihr Name',
    password: 'Neues Passwort',
    passwordHint:
      'Mindestens 12 Zeichen, kein häufiges Wort und nicht Ihr Name. Ein Satz ist gut zu merken.',
    showPassword: 'Passwort anzeigen',
    setPassword: 'Passwort speichern und anmelden',
    join: 'Beitreten',
    joinSignIn: 'Sie haben schon ein Konto. Melden Sie sich an, um beizutreten.',
    signedInAs: (email: string) => `Sie sind als ${email} angemeldet.`,
    otherAccount: (email: string, invited: string) =>
      `Sie sind als ${email} angemeldet. Die Einladung gilt für ${invited}.`,
    signOut: 'Abmelden und fortfahren',
    newAddress: (email: string) => `Die neue Adresse Ihres Kontos: ${email}`,
    confirmSignIn: 'Melden Sie sich mit Ihrer bisherigen Adresse an, um die neue zu bestätigen.',
    notYours: (email: string) =>
      `Sie sind als ${email} angemeldet. Dieser Link gehört zu einem anderen Konto.`,
    undoLead: (email: string) =>
      `Die Adresse eines Kontos war ${email} und wurde geändert. Das können Sie rückgängig machen.`,
    undoMore:
      'Geben Sie das Passwort ein, das bei der Änderung der Adresse galt, oder nehmen Sie einen Passkey von vorher. Dann gelten die bisherige Adresse und dieses Passwort wieder, alle Anmeldungen enden, und andere Passkeys werden entfernt.',
    formerPassword: 'Passwort, das bei der Änderung galt',
    undo: 'Änderung rückgängig machen',
    undoWithPasskey: 'Mit Passkey rückgängig machen',
    noProof: 'Ich habe beides nicht mehr',
    noProofMore: 'Dann können Sie hier nur alle Anmeldungen des Kontos beenden.',
    endSessions: 'Alle Anmeldungen beenden',
    sessionsEnded: 'Alle Anmeldungen sind beendet',
    sessionsEndedMore:
      'Die Adresse ist noch geändert. Wenden Sie sich sofort an den Betreiber und an die Inhaberin oder den Inhaber Ihres Teams: Nur sie können Ihnen jetzt helfen.',
    undone: 'Die Änderung ist rückgängig gemacht',
    undoneMore: (email: string) =>
      `Melden Sie sich mit ${email} an und ändern Sie dann Ihr Passwort. Wer in Ihrem Konto war, kennt das Passwort vielleicht.`,
    confirm: 'Adresse bestätigen',
    confirmed: 'Die neue Adresse ist bestätigt',
    confirmedMore: 'Melden Sie sich ab jetzt mit der neuen Adresse an.',
    toApp: 'Weiter zur App',
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
      email_undo: 'Was this not you?',
      contact_confirm: 'Technical contact',
      contact_stop: 'Stop the messages',
    },
    toTeam: (team: string) => `Join the team “${team}”.`,
    ownTeam: (team: string) => `Your team “${team}” is ready.`,
    forAccount: (email: string) => `Your account: ${email}`,
    name: 'Your name',
    password: 'New password',
    passwordHint:
      'At least 12 characters, no common word and not your name. A sentence is easy to remember.',
    showPassword: 'Show password',
    setPassword: 'Save password and sign in',
    join: 'Join',
    joinSignIn: 'You have an account already. Sign in to join.',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    otherAccount: (email: string, invited: string) =>
      `You are signed in as ${email}. The invitation is for ${invited}.`,
    signOut: 'Sign out and continue',
    newAddress: (email: string) => `The new address of your account: ${email}`,
    confirmSignIn: 'Sign in with your present address to confirm the new one.',
    notYours: (email: string) =>
      `You are signed in as ${email}. This link belongs to another account.`,
    undoLead: (email: string) =>
      `The address of an account was ${email} and has been changed. You can undo this.`,
    undoMore:
      'Enter the password that was valid when the address changed, or use a passkey from before. The former address and this password are then valid again, all sessions end, and other passkeys are removed.',
    formerPassword: 'Password that was valid at the change',
    undo: 'Undo the change',
    undoWithPasskey: 'Undo with a passkey',
    noProof: 'I no longer have either',
    noProofMore: 'Then all you can do here is end all sessions of the account.',
    endSessions: 'End all sessions',
    sessionsEnded: 'All sessions have ended',
    sessionsEndedMore:
      'The address is still changed. Contact the operator and the owner of your team at once: only they can help you now.',
    undone: 'The change is undone',
    undoneMore: (email: string) =>
      `Sign in with ${email}, then change your password. Whoever was in your account may know the password.`,
    confirm: 'Confirm address',
    confirmed: 'The new address is confirmed',
    confirmedMore: 'From now on, sign in with the new address.',
    toApp: 'Continue to the app',
    toSignIn: 'Sign in',
    invalid: 'This link is no longer valid',
    invalidMore:
      'It has expired, has been used or is incomplete. For a new invitation, ask an admin of the team. You can request a new password yourself.',
    newReset: 'Request a new password',
  },
);
