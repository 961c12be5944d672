import { endpointFields } from '../../../../features/webhooks/endpoint-fields.schema.ts';
import { figureWords } from '../../../../shared/web/figures.ts';
import { defineTexts } from '../../../text/define-texts.ts';

const { url, description, events, status } = endpointFields;

export const endpointTexts = defineTexts(
  {
    lead: 'An diese Adressen sendet der Dienst die Ereignisse Ihres Teams, jedes davon signiert.',
    guide: 'Anleitung: Webhooks',
    create: 'Endpunkt erstellen',
    empty: 'Noch kein Endpunkt',
    emptyMore:
      'Ein Endpunkt ist eine HTTPS-Adresse Ihres Programms. Erstellen Sie ihn hier, oder mit einem API-Schlüssel über die REST-API:',
    endpoint: 'Endpunkt',
    state: status.label.de,
    events: events.label.de,
    eventCount: (count: number) => (count === 1 ? '1 Typ' : `${count} Typen`),
    successShare: figureWords.de.successShare,
    p95: figureWords.de.p95,
    p95Meant: figureWords.de.p95Meant,
    ms: (count: string) => `${count} ms`,
    periods: { '24h': '24 Stunden', '7d': '7 Tage' },
    attempts: {
      '24h': (ok: string, failed: string) =>
        `${ok} erfolgreiche und ${failed} fehlgeschlagene Versuche in 24 Stunden`,
      '7d': (ok: string, failed: string) =>
        `Keine Versuche in 24 Stunden. In 7 Tagen: ${ok} erfolgreiche und ${failed} fehlgeschlagene`,
    },
    quiet: 'Keine Versuche in 7 Tagen',
    newestFirst: 'Neueste zuerst',
    orders: {
      rate: 'Kleinster Anteil gelungener Versuche zuerst',
      '-p95': 'Langsamste zuerst',
      success: 'Am längsten ohne Zustellung',
      url: 'Nach Adresse',
    },
    lastSuccess: 'Zuletzt zugestellt',
    url: url.label.de,
    ownMachine:
      'Läuft Ihr Server auf Ihrem Rechner? Diese Zeile bringt ihm die Ereignisse, ohne Endpunkt:',
    description: description.label.de,
    eventsHint: 'Wählen Sie mindestens einen Typ.',
    all: 'Alle wählen',
    none: 'Keinen wählen',
    secretTitle: 'Das Secret des Endpunkts',
    secretMore: 'Damit prüft Ihr Programm, dass ein Ereignis von hier kommt.',
    verify: 'So prüfen Sie die Signatur (Node.js)',
    receiver: 'Noch kein Empfänger?',
    receiverGuide: 'Anleitung: einen Empfänger starten',
    receiverPage: 'guides/webhooks#3-einen-empfänger-starten',
  },
  {
    lead: "The service sends your team's events to these addresses, each one signed.",
    guide: 'Guide: webhooks',
    create: 'Create endpoint',
    empty: 'No endpoint yet',
    emptyMore:
      'An endpoint is an HTTPS address of your program. Create it here, or with an API key over the REST API:',
    endpoint: 'Endpoint',
    state: status.label.en,
    events: events.label.en,
    eventCount: (count: number) => (count === 1 ? '1 type' : `${count} types`),
    successShare: figureWords.en.successShare,
    p95: figureWords.en.p95,
    p95Meant: figureWords.en.p95Meant,
    ms: (count: string) => `${count} ms`,
    periods: { '24h': '24 hours', '7d': '7 days' },
    attempts: {
      '24h': (ok: string, failed: string) =>
        `${ok} successful and ${failed} failed attempts in 24 hours`,
      '7d': (ok: string, failed: string) =>
        `No attempts in 24 hours. In 7 days: ${ok} successful and ${failed} failed`,
    },
    quiet: 'No attempts in 7 days',
    newestFirst: 'Newest first',
    orders: {
      rate: 'Lowest share of successful attempts first',
      '-p95': 'Slowest first',
      success: 'Longest without a delivery',
      url: 'By address',
    },
    lastSuccess: 'Last delivered',
    url: url.label.en,
    ownMachine:
      'Does your server run on your machine? This line brings it the events, without an endpoint:',
    description: description.label.en,
    eventsHint: 'Choose at least one type.',
    all: 'Select all',
    none: 'Select none',
    secretTitle: 'The secret of the endpoint',
    secretMore: 'With it your program checks that an event comes from here.',
    verify: 'How to check the signature (Node.js)',
    receiver: 'No receiver yet?',
    receiverGuide: 'Guide: start a receiver',
    receiverPage: 'guides/webhooks#3-start-a-receiver',
  },
);
