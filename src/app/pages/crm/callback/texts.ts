import { defineTexts } from '../../../text/define-texts.ts';

export const consentTexts = defineTexts(
  {
    busy: 'Verbindung wird hergestellt',
    busyMore: 'Das dauert nur einen Moment.',
    cancelled: 'Sie haben nicht zugestimmt',
    cancelledMore:
      'Es wurde nichts verbunden und nichts gespeichert. Sie können es jederzeit noch einmal versuchen.',
    refused: 'Das CRM hat die Zustimmung abgelehnt',
    refusedMore:
      'Es wurde nichts verbunden. Vielleicht fehlt Ihnen im CRM das Recht, Anwendungen zu erlauben.',
    invalid: 'Diese Zustimmung gilt nicht',
    invalidMore:
      'Sie wurde nicht in dieser Anmeldung begonnen, ist älter als zehn Minuten oder wurde schon benutzt. Es wurde nichts verbunden. Beginnen Sie bitte auf der Seite der CRM-Verbindungen neu.',
    failed: 'Die Verbindung ist nicht zustande gekommen',
    signIn: 'Bitte melden Sie sich an',
    signInMore:
      'Ihre Anmeldung ist inzwischen beendet. Es wurde nichts verbunden. Melden Sie sich an, und verbinden Sie das CRM dann noch einmal.',
    toSignIn: 'Anmelden',
    back: 'Zu den CRM-Verbindungen',
    connected: 'Das CRM ist verbunden. Der Abgleich beginnt.',
  },
  {
    busy: 'Connecting',
    busyMore: 'This takes only a moment.',
    cancelled: 'You did not consent',
    cancelledMore: 'Nothing was connected and nothing was stored. You can try again at any time.',
    refused: 'The CRM refused the consent',
    refusedMore:
      'Nothing was connected. Perhaps you lack the permission to allow applications in the CRM.',
    invalid: 'This consent is not valid',
    invalidMore:
      'It was not begun in this session, is older than ten minutes, or was used already. Nothing was connected. Please begin again on the page of CRM connections.',
    failed: 'The connection was not made',
    signIn: 'Please sign in',
    signInMore:
      'Your session has ended meanwhile. Nothing was connected. Sign in, then connect the CRM again.',
    toSignIn: 'Sign in',
    back: 'To the CRM connections',
    connected: 'The CRM is connected. The synchronization begins.',
  },
);
