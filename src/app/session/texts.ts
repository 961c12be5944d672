import { defineTexts } from '../text/define-texts.ts';

export const sessionTexts = defineTexts(
  {
    signIn: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    passkey: 'Mit Passkey anmelden',
    provePasskey: 'Mit Passkey bestätigen',
    noPasskey: 'Es wurde kein Passkey verwendet.',
    ended: 'Bitte melden Sie sich wieder an',
    endedMore: 'Ihre Sitzung ist beendet. Nach der Anmeldung geht es genau hier weiter.',
    otherPerson: 'Mit einem anderen Konto anmelden',
    prove: 'Bitte bestätigen Sie, dass Sie es sind',
    proveMore:
      'Für diesen Schritt müssen Sie sich noch einmal ausweisen. Das gilt zehn Minuten lang oder bis Sie das Team wechseln.',
    confirm: 'Bestätigen',
    languageFailed: 'Die Sprache wurde nicht geändert. Versuchen Sie es noch einmal.',
  },
  {
    signIn: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    passkey: 'Sign in with a passkey',
    provePasskey: 'Confirm with a passkey',
    noPasskey: 'No passkey was used.',
    ended: 'Please sign in again',
    endedMore: 'Your session has ended. After signing in you continue right here.',
    otherPerson: 'Sign in with another account',
    prove: 'Please confirm that it is you',
    proveMore:
      'This step needs a fresh confirmation. It is valid for ten minutes, or until you switch teams.',
    confirm: 'Confirm',
    languageFailed: 'The language was not changed. Try it again.',
  },
);
