import { defineTexts } from '../../text/define-texts.ts';

export const resetTexts = defineTexts(
  {
    lead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort setzen.',
    email: 'E-Mail',
    send: 'Link senden',
    sent: 'Sehen Sie in Ihrem Postfach nach',
    sentMore: (email: string) =>
      `Wenn es ein Konto mit ${email} gibt, ist der Link unterwegs. Er gilt eine Stunde.`,
    back: 'Zurück zur Anmeldung',
  },
  {
    lead: 'We will send you a link to set a new password.',
    email: 'E-mail',
    send: 'Send link',
    sent: 'Check your inbox',
    sentMore: (email: string) =>
      `If there is an account with ${email}, the link is on its way. It is valid for one hour.`,
    back: 'Back to sign-in',
  },
);
