import { defineTexts } from '../../../text/define-texts.ts';

export const consentTexts = defineTexts(
  {
    busy: 'Verbindung wird hergestellt',
    busyMore: 'Das dauert nur einen Moment.',
    failed: 'Es wurde nichts verbunden',
    invalid: 'Diese Zustimmung gilt nicht mehr. Bitte beginnen Sie noch einmal.',
    signIn: 'Bitte melden Sie sich an',
    signInMore:
      'Ihre Anmeldung ist inzwischen beendet. Melden Sie sich an, und verbinden Sie das CRM dann noch einmal.',
    toSignIn: 'Anmelden',
    back: 'Zu den CRM-Verbindungen',
  },
  {
    busy: 'Connecting',
    busyMore: 'This takes only a moment.',
    failed: 'Nothing was connected',
    invalid: 'This consent is no longer valid. Please begin again.',
    signIn: 'Please sign in',
    signInMore: 'Your session has ended meanwhile. Sign in, then connect the CRM again.',
    toSignIn: 'Sign in',
    back: 'To the CRM connections',
  },
);
