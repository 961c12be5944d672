import { defineTexts } from '../../text/define-texts.ts';

export const signInTexts = defineTexts(
  {
    lead: 'Verkaufsgespräche üben, auswerten und mit Ihren Systemen verbinden.',
    forgotten: 'Passwort vergessen?',
  },
  {
    lead: 'Practise sales conversations, evaluate them, and connect your systems.',
    forgotten: 'Forgot your password?',
  },
);
