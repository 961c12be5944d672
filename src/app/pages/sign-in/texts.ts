import { defineTexts } from '../../text/define-texts.ts';

export const signInTexts = defineTexts(
  {
    lead: 'Verkaufsgespräche üben, auswerten und mit Ihren Systemen verbinden.',
    leadBack:
      'Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet. Nach der Anmeldung öffnet sich die gewünschte Seite.',
    forgotten: 'Passwort vergessen?',
  },
  {
    lead: 'Practise sales conversations, evaluate them, and connect your systems.',
    leadBack:
      'You are not signed in, or your session has ended. After signing in you get to the page that you wanted.',
    forgotten: 'Forgot your password?',
  },
);
