import { defineTexts } from '../../../text/define-texts.ts';

export const listTexts = defineTexts(
  {
    lead: 'Jedes Ereignis auf dem Weg zu einem Endpunkt, das neueste zuerst.',
    deliveries: 'Zustellungen',
    event: 'Ereignis',
    about: 'Betrifft',
    status: 'Status',
    answer: 'Antwort',
    attempts: 'Versuche',
    endpoint: 'Endpunkt',
    raised: 'Ausgelöst',
    type: 'Ereignistyp',
    time: 'Zeitraum',
    times: {
      '1h': 'Letzte Stunde',
      '24h': 'Letzte 24 Stunden',
      '7d': 'Letzte 7 Tage',
    },
    id: 'Eine ID im Ereignis',
    empty: 'Noch keine Zustellung',
    emptyMore: 'Hier steht jedes Ereignis, das ein Endpunkt abonniert hat, sobald es geschieht.',
    noMatch: 'Keine passende Zustellung',
    searched: (count: string, backTo: string | null) =>
      backTo
        ? `${count} Zustellungen durchsucht, zurück bis ${backTo}.`
        : `Alle ${count} Zustellungen durchsucht.`,
    arrived: (count: string) => (count === '1' ? '1 ist angekommen' : `${count} sind angekommen`),
    underWay: (count: string) => (count === '1' ? '1 ist unterwegs' : `${count} sind unterwegs`),
    resent: (count: string) =>
      count === '1'
        ? '1 Zustellung wird erneut gesendet.'
        : `${count} Zustellungen werden erneut gesendet.`,
    kept: 'Zustellungen bleiben nach ihrem Ende 30 Tage erhalten.',
  },
  {
    lead: 'Each event on its way to an endpoint, the newest first.',
    deliveries: 'Deliveries',
    event: 'Event',
    about: 'About',
    status: 'Status',
    answer: 'Response',
    attempts: 'Attempts',
    endpoint: 'Endpoint',
    raised: 'Created',
    type: 'Event type',
    time: 'Time',
    times: {
      '1h': 'Last hour',
      '24h': 'Last 24 hours',
      '7d': 'Last 7 days',
    },
    id: 'An ID in the event',
    empty: 'No delivery yet',
    emptyMore: 'Each event that an endpoint subscribes to appears here as soon as it happens.',
    noMatch: 'No delivery matches',
    searched: (count: string, backTo: string | null) =>
      backTo
        ? `Searched ${count} deliveries, back to ${backTo}.`
        : `Searched all ${count} deliveries.`,
    arrived: (count: string) => (count === '1' ? '1 has arrived' : `${count} have arrived`),
    underWay: (count: string) => (count === '1' ? '1 is on its way' : `${count} are on their way`),
    resent: (count: string) =>
      count === '1' ? '1 delivery is being resent.' : `${count} deliveries are being resent.`,
    kept: 'Deliveries are kept for 30 days after their end.',
  },
);
