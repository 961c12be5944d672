import { defineTexts } from '../../../text/define-texts.ts';

export const passTimeTexts = defineTexts(
  {
    title: 'Zeit vergehen lassen',
    lead: 'Nur in der Sandbox: Die gespeicherten Zeiten dieses Endpunkts rücken in die Vergangenheit. Was dadurch fällig wird, geschieht in Sekunden.',
    choose: 'So viel Zeit soll vergehen',
    times: { '1m': '1 Minute', '1h': '1 Stunde', '24h': '24 Stunden', '3d': '3 Tage' },
    steps:
      'Nach 24 Stunden ohne gelungene Zustellung kommt die Mail, nach drei Tagen die Pause. Gehen Sie in Schritten: In einem Schritt gibt es je Zustellung nur einen Versuch.',
    passed: (time: string, due: string, count: number) => {
      if (count === 0) return `${time} vorbei. Keine Zustellung wartet auf einen Versuch.`;
      return `${time} vorbei. ${count === 1 ? 'Eine Zustellung ist' : `${due} Zustellungen sind`} jetzt fällig.`;
    },
    mails: 'Mails der Sandbox',
  },
  {
    title: 'Let time pass',
    lead: 'Only in a sandbox: the stored times of this endpoint move into the past. What is due by it happens within seconds.',
    choose: 'How much time is to pass',
    times: { '1m': '1 minute', '1h': '1 hour', '24h': '24 hours', '3d': '3 days' },
    steps:
      'The mail comes after 24 hours without a successful delivery, the pause after three days. Go in steps: in one step each delivery has one attempt.',
    passed: (time: string, due: string, count: number) => {
      if (count === 0) return `${time} passed. No delivery waits for an attempt.`;
      return `${time} passed. ${count === 1 ? 'One delivery is' : `${due} deliveries are`} due now.`;
    },
    mails: 'Mails of the sandbox',
  },
);
