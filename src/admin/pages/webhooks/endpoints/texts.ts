import { defineTexts } from '../../../text/define-texts.ts';

export const endpointTexts = defineTexts(
  {
    lead: 'An diese Adressen sendet der Dienst die Ereignisse Ihres Teams, jedes davon signiert.',
    create: 'Endpunkt erstellen',
    empty: 'Noch kein Endpunkt',
    emptyMore:
      'Ein Endpunkt ist eine HTTPS-Adresse Ihres Programms. Erstellen Sie ihn hier, oder mit einem API-Schlüssel über die REST-API:',
    emptyReceiver:
      'Noch kein Empfänger? scripts/receiver.ts prüft und zeigt, was ankommt; die Dokumentation beschreibt es unter „Webhooks“.',
    endpoint: 'Endpunkt',
    state: 'Status',
    events: 'Ereignisse',
    eventCount: (count: number) => (count === 1 ? '1 Typ' : `${count} Typen`),
    day: '24 Stunden',
    dayCount: (ok: string, failed: string) =>
      `${ok} erfolgreiche und ${failed} fehlgeschlagene Versuche in 24 Stunden`,
    failed: (count: string) => `${count} fehlgeschlagen`,
    lastSuccess: 'Zuletzt zugestellt',
    states: {
      active: 'Aktiv',
      failing: 'Schlägt fehl',
      disabled: 'Ausgeschaltet',
      disabled_failures: 'Pausiert',
    },
    url: 'URL',
    urlHint: 'Mit https://, öffentlich erreichbar, ohne Benutzer und Passwort.',
    description: 'Beschreibung',
    descriptionHint: 'Wofür der Endpunkt da ist, etwa „Data Warehouse“.',
    eventsHint: 'Wählen Sie mindestens einen Typ.',
    all: 'Alle wählen',
    none: 'Keinen wählen',
    secretTitle: 'Das Secret des Endpunkts',
    secretMore: 'Damit prüft Ihr Programm, dass ein Ereignis von hier kommt.',
    verify: 'So prüfen Sie die Signatur (Node.js)',
    receiver: 'Oder probieren Sie es mit dem Empfänger dieses Repositorys:',
  },
  {
    lead: "The service sends your team's events to these addresses, each one signed.",
    create: 'Create endpoint',
    empty: 'No endpoint yet',
    emptyMore:
      'An endpoint is an HTTPS address of your program. Create it here, or with an API key over the REST API:',
    emptyReceiver:
      'No receiver yet? scripts/receiver.ts checks and shows what arrives; the documentation describes it under "Webhooks".',
    endpoint: 'Endpoint',
    state: 'Status',
    events: 'Events',
    eventCount: (count: number) => (count === 1 ? '1 type' : `${count} types`),
    day: '24 hours',
    dayCount: (ok: string, failed: string) =>
      `${ok} successful and ${failed} failed attempts in 24 hours`,
    failed: (count: string) => `${count} failed`,
    lastSuccess: 'Last delivered',
    states: {
      active: 'Active',
      failing: 'Failing',
      disabled: 'Switched off',
      disabled_failures: 'Paused',
    },
    url: 'URL',
    urlHint: 'With https://, publicly reachable, without user and password.',
    description: 'Description',
    descriptionHint: 'What the endpoint is for, such as “Data warehouse”.',
    eventsHint: 'Choose at least one type.',
    all: 'Choose all',
    none: 'Choose none',
    secretTitle: 'The secret of the endpoint',
    secretMore: 'With it your program checks that an event comes from here.',
    verify: 'How to check the signature (Node.js)',
    receiver: 'Or try it with the receiver of this repository:',
  },
);
