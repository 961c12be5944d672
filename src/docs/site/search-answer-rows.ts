import type { InEach } from '../../shared/language.ts';

/** A question that people ask of any API, and what is true of this one. */
export type AnswerRow = InEach<{
  /** Whoever types one of these, alone or among other words, gets the answer first. Commas part them. */
  asked: string;
  title: string;
  /** Two or three plain sentences. What does not exist is said first, then what to do instead. */
  text: string;
}> & {
  /** The page to which the answer leads, and its part by the English heading: each language has the same parts. */
  at: string;
};

/**
 * The short answers of the search (P565). A row is needed when no page has the words that people
 * type, or when what they look for does not exist.
 */
export const answerRows: readonly AnswerRow[] = [
  {
    at: 'guides/sdk',
    de: {
      asked: 'sdk, sdks, client library, clientbibliothek, client-bibliothek, npm paket',
      title: 'Ein Client für Ihre Sprache',
      text: 'Diese Installation liefert einen Client für TypeScript und JavaScript und einen für Python, ohne Abhängigkeiten. Für andere Sprachen macht ein Generator einen aus openapi.v1.json.',
    },
    en: {
      asked: 'sdk, sdks, client library, client libraries, npm package, pip package',
      title: 'A client for your language',
      text: 'This installation serves a client for TypeScript and JavaScript, and one for Python, without dependencies. For other languages, a generator makes one from openapi.v1.json.',
    },
  },
  {
    at: 'guides/first-request#try-without-consequences',
    de: {
      asked: 'sandbox, testmodus, test modus, test mode, testumgebung, staging, testschlüssel',
      title: 'Ohne Folgen ausprobieren',
      text: 'Es gibt keinen Testmodus: Jeder Schlüssel erreicht die echten Daten seines Teams. Bitten Sie den Betreiber um ein eigenes Team zum Ausprobieren. Ihren Empfänger prüft jederzeit ein Test-Ereignis.',
    },
    en: {
      asked: 'sandbox, test mode, testmode, test environment, staging, test key, test keys',
      title: 'Try without consequences',
      text: 'There is no test mode: every key reaches the real data of its team. Ask the operator for a team of your own to try things in. A test event checks your receiver at any time.',
    },
  },
  {
    at: 'guides/deliveries#renew-the-secret',
    de: {
      asked:
        'secret rotation, secret rotieren, secret erneuern, secret austauschen, secret wechseln, secret ersetzen',
      title: 'Das Secret eines Webhooks erneuern',
      text: 'In drei Schritten, ohne ein Ereignis zu verlieren: zweiter Endpunkt, beide Secrets annehmen, alten Endpunkt löschen. Einen API-Schlüssel ersetzen Sie in der App mit Rotieren.',
    },
    en: {
      asked:
        'secret rotation, rotate secret, rotate the secret, rotating secrets, renew secret, roll secret',
      title: 'Renew the secret of a webhook',
      text: 'In three steps, without losing an event: a second endpoint, accept both secrets, delete the old endpoint. An API key is replaced with Rotate in the app.',
    },
  },
  {
    at: 'guides/authentication#keep-a-key-safe',
    de: {
      asked:
        'schlüssel rotieren, schlüssel ersetzen, key rotation, schlüsselrotation, schlüssel austauschen',
      title: 'Einen API-Schlüssel ersetzen',
      text: 'In der App mit Rotieren: Der alte und der neue Schlüssel gelten so lange nebeneinander, wie Sie wählen, bis zu 30 Tage. Über die API geht es nicht.',
    },
    en: {
      asked: 'key rotation, rotate key, rotate api key, rotating keys, replace key, roll key',
      title: 'Replace an API key',
      text: 'With Rotate in the app: the old and the new key both work for as long as you choose, up to 30 days. It cannot be done over the API.',
    },
  },
  {
    at: 'guides/authentication#keep-a-key-safe',
    de: {
      asked:
        'ip allowlist, ip-allowlist, allowlist, whitelist, ip whitelist, ip-adressen, ip adresse, firewall, absenderadressen',
      title: 'Erlaubte IP-Adressen',
      text: 'Von welchen Adressen aus ein Schlüssel gilt, sagen Sie in der App. Die Adressen, von denen Webhooks kommen, nennt der Betreiber. Sie können sich ändern: Prüfen Sie weiterhin die Signatur.',
    },
    en: {
      asked:
        'ip allowlist, allowlist, ip whitelist, whitelist, ip address, ip addresses, firewall, source ip',
      title: 'Allowed IP addresses',
      text: 'In the app you say from which addresses a key may be used. The addresses that webhooks come from are known to the operator. They may change: keep checking the signature.',
    },
  },
  {
    at: 'guides/lists-and-sync#times-and-time-zones',
    de: {
      asked: 'zeitzone, zeitzonen, timezone, time zone, utc, ortszeit, sommerzeit',
      title: 'Zeiten sind in UTC',
      text: 'Jede Zeit der API ist in UTC und endet auf Z. Auch die Wochen der Auswertungen beginnen in UTC. Die Zeitzone des Teams gilt nur in der App und in E-Mails.',
    },
    en: {
      asked: 'timezone, timezones, time zone, time zones, utc, local time, daylight saving',
      title: 'Times are in UTC',
      text: 'Every time of the API is in UTC and ends in Z. The weeks of the analytics begin in UTC as well. The time zone of the team applies in the app and in e-mails only.',
    },
  },
  {
    at: 'guides/limits#a-client-that-waits',
    de: {
      asked:
        'bulk, batch, stapel, stapelverarbeitung, massenimport, mehrere auf einmal, massenanlage',
      title: 'Vieles auf einmal',
      text: 'Keine Operation ändert mehrere Dinge auf einmal: Senden Sie für jedes eine Anfrage, ein POST mit eigenem Idempotency-Key. Listen geben bis zu 200 Einträge auf einer Seite.',
    },
    en: {
      asked: 'bulk, batch, bulk import, batch request, mass import, many at once',
      title: 'Many at once',
      text: 'No operation changes several things at once: send a request for each, a POST with an Idempotency-Key of its own. Lists give up to 200 entries on a page.',
    },
  },
  {
    at: 'reference/remove-member',
    de: {
      asked:
        'nutzerdaten löschen, daten löschen, benutzerdaten löschen, person löschen, löschanfrage, recht auf vergessenwerden, delete user data',
      title: 'Die Daten einer Person löschen',
      text: 'Die API löscht keine Daten von Personen, sie beendet nur die Mitgliedschaft. Danach löscht die Inhaberin oder der Inhaber die Daten in der App, unter Mitglieder, Ehemalige. Ihre eigene Kopie löschen Sie selbst: member.removed sagt Ihnen, wann.',
    },
    en: {
      asked:
        'delete user data, delete personal data, erase user, erase data, erasure, right to be forgotten, data deletion',
      title: 'Erase the data of a person',
      text: 'The API erases no data of people, it only ends the membership. The owner then erases the data in the app, under Members, Former. Your own copy is yours to erase: member.removed tells you when.',
    },
  },
  {
    at: 'guides/first-request#when-something-is-wrong',
    de: {
      asked: 'support, kontakt, hilfe, ansprechpartner, kundendienst',
      title: 'Hilfe bekommen',
      text: 'Diese Seiten haben keine eigene Hotline: Fragen Sie den Betreiber, von dem Ihr Team den Dienst hat, und nennen Sie die request_id der Antwort. Admins sehen jede Anfrage in der App unter API-Anfragen.',
    },
    en: {
      asked: 'support, contact, help, help desk, customer service',
      title: 'Get help',
      text: 'These pages have no help desk of their own: ask the operator from whom your team has the service, and name the request_id of the answer. Admins see every request in the app under API requests.',
    },
  },
  {
    at: 'guides/webhooks#what-your-receiver-must-do',
    de: {
      asked: 'zapier, make.com, n8n, power automate, ifttt, no-code, low-code',
      title: 'Zapier, Make, n8n, Power Automate',
      text: 'Es gibt dort keine fertige App. Deren Schritte für HTTP können die API mit einem Schlüssel aufrufen, und deren Adressen für Webhooks können Ereignisse empfangen. Die Signatur prüft dort nur ein Schritt mit eigenem Code.',
    },
    en: {
      asked: 'zapier, make.com, n8n, power automate, ifttt, no-code, low-code',
      title: 'Zapier, Make, n8n, Power Automate',
      text: 'They have no ready-made app for this API. Their HTTP steps can call it with a key, and their webhook addresses can receive events. Only a step with code of your own verifies the signature there.',
    },
  },
  {
    at: 'reference/',
    de: {
      asked: 'graphql, soap, grpc, odata',
      title: 'Nur REST',
      text: 'Es gibt kein GraphQL, SOAP, gRPC oder OData. Alle Operationen sind REST mit JSON, beschrieben in openapi.v1.json.',
    },
    en: {
      asked: 'graphql, soap, grpc, odata',
      title: 'REST only',
      text: 'There is no GraphQL, SOAP, gRPC or OData. All operations are REST with JSON, described in openapi.v1.json.',
    },
  },
  {
    at: 'guides/webhooks',
    de: {
      asked: 'websocket, websockets, server-sent events, streaming, echtzeit, sse',
      title: 'Sofort erfahren, was geschieht',
      text: 'Die API hält keine Verbindung offen: weder WebSocket noch Server-Sent Events. Webhooks senden jedes Ereignis sofort an eine HTTPS-Adresse von Ihnen.',
    },
    en: {
      asked: 'websocket, websockets, server-sent events, streaming, realtime, real time, sse',
      title: 'Learn at once what happens',
      text: 'The API keeps no connection open: neither WebSockets nor server-sent events. Webhooks send each event at once to an HTTPS address of yours.',
    },
  },
  {
    at: 'errors#unavailable',
    de: {
      asked: 'statusseite, status page, verfügbarkeit, ausfall, wartung, sla, uptime',
      title: 'Ist der Dienst erreichbar?',
      text: 'Diese Seiten haben keine Statusseite und nennen keine zugesagte Verfügbarkeit: Beides weiß der Betreiber. Bei 503 sagt Retry-After, wann Ihr Programm es wieder versuchen soll.',
    },
    en: {
      asked: 'status page, uptime, outage, downtime, maintenance, sla, availability',
      title: 'Is the service available?',
      text: 'These pages have no status page and name no promised availability: the operator knows both. With a 503, Retry-After says when your program should try again.',
    },
  },
];
