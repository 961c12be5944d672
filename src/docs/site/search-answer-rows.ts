import { BASE_PATH } from '../../rest/base-path.ts';
import type { InEach } from '../../shared/language/language.ts';

/** A question that people ask about any API, with the answer for this one. */
export type AnswerRow = InEach<{
  /** The answer is shown first to readers who type one of these, even among other words. Commas separate them. */
  queries: string;
  title: string;
  /** Two or three plain sentences. If something does not exist, the first one says so, and the next says what to do. */
  text: string;
}> & {
  /** The page with the answer and, after `#`, its part by the English heading. All languages have the same parts. */
  at: string;
  /** A file that the answer opens in place of the page. */
  file?: string;
};

/**
 * The short answers of the search. Add a row if no page has the words that people type, or if what they look for
 * does not exist. Each sentence of an answer must also stand on its page.
 */
export const answerRows: readonly AnswerRow[] = [
  {
    at: 'guides/sdk',
    de: {
      queries:
        'sdk, sdks, client library, clientbibliothek, client-bibliothek, npm paket, ruby, kotlin, rust, golang, go, java, c#, c sharp, .net, dotnet, swift, scala, elixir',
      title: 'Ein Client für Ihre Sprache',
      text: 'Diese Installation liefert einen Client für TypeScript und JavaScript und einen für Python, mit Typen und ohne Abhängigkeiten. Für andere Sprachen erzeugt ein Generator einen Client aus openapi.v1.json.',
    },
    en: {
      queries:
        'sdk, sdks, client library, client libraries, npm package, pip package, ruby, kotlin, rust, golang, go, java, c#, c sharp, .net, dotnet, swift, scala, elixir',
      title: 'A client for your language',
      text: 'This installation serves a client for TypeScript and JavaScript, and one for Python, with types and without dependencies. For other languages, a generator makes a client from openapi.v1.json.',
    },
  },
  {
    at: 'guides/versioning#typed-clients',
    file: `${BASE_PATH}/openapi.v1.json`,
    de: {
      queries:
        'openapi, open api, openapi.v1.json, openapi datei, swagger, spec, spezifikation, yaml, schema datei',
      title: 'openapi.v1.json',
      text: 'Die Datei openapi.v1.json (OpenAPI 3.1) beschreibt alle Operationen und Ereignisse. Sie brauchen dafür keinen Schlüssel.',
    },
    en: {
      queries:
        'openapi, open api, openapi.v1.json, openapi file, swagger, spec, specification, yaml, schema file',
      title: 'openapi.v1.json',
      text: 'The file openapi.v1.json (OpenAPI 3.1) describes all operations and events. You need no key to read it.',
    },
  },
  {
    at: 'changelog',
    de: {
      queries:
        'changelog, änderungsprotokoll, versionshinweise, neuigkeiten, änderungen, was ist neu, release notes',
      title: 'Was ist neu?',
      text: 'Was sich für Programme, die die API benutzen, und in der App geändert hat.',
    },
    en: {
      queries: 'changelog, release notes, what is new, news',
      title: 'What is new?',
      text: 'What has changed for programs that use the API, and in the app.',
    },
  },
  {
    at: 'guides/authentication#keep-a-key-safe',
    de: {
      queries: 'cors, cross-origin, browser aufrufen, aus dem browser',
      title: 'Aus dem Browser (CORS)',
      text: 'Rufen Sie die API von einem Server aus auf. Browser bekommen CORS-Header nur für Origins, die der Betreiber eingetragen hat, und wer die Seite öffnet, könnte den Schlüssel lesen.',
    },
    en: {
      queries: 'cors, cross-origin, from the browser',
      title: 'From a browser (CORS)',
      text: 'Call the API from a server. If a page in a browser called the API, everybody who opens the page could read the key. Besides, browsers get CORS headers only for origins that the operator has listed.',
    },
  },
  {
    at: 'guides/authentication#keep-a-key-safe',
    de: {
      queries: 'audit log, audit-log, auditlog, protokoll der änderungen',
      title: 'Das Audit-Log',
      text: 'Das Audit-Log in der App zeigt, wer einen Schlüssel erstellt, geändert, rotiert oder widerrufen hat. Die API hat keine Operation für das Audit-Log.',
    },
    en: {
      queries: 'audit log, audit logs, audit trail, audit-log',
      title: 'The audit log',
      text: 'The audit log in the app shows who made, changed, rotated or revoked a key. The API has no operation for the audit log.',
    },
  },
  {
    at: 'guides/first-request#try-without-consequences',
    de: {
      queries: 'sandbox, testmodus, test modus, test mode, testumgebung, staging, testschlüssel',
      title: 'Ohne Folgen ausprobieren',
      text: 'Jeder Schlüssel erreicht die echten Daten seines Teams. Ohne Folgen probieren Sie in einer Sandbox aus. Ihren Empfänger für Webhooks prüft jederzeit ein Testereignis.',
    },
    en: {
      queries: 'sandbox, test mode, testmode, test environment, staging, test key, test keys',
      title: 'Try without consequences',
      text: 'Every key reaches the real data of its team. Only in a sandbox nothing has consequences. A test event checks your receiver of webhooks at any time.',
    },
  },
  {
    at: 'guides/deliveries#renew-the-secret',
    de: {
      queries:
        'secret rotation, secret rotieren, secret erneuern, secret austauschen, secret wechseln, secret ersetzen',
      title: 'Das Secret eines Webhooks erneuern',
      text: 'Sie können ein Secret nicht ändern. Legen Sie einen zweiten Endpunkt mit derselben URL und denselben Ereignissen an. Lassen Sie den Empfänger beide Secrets annehmen. Wenn am alten Endpunkt keine Zustellung mehr wartet, löschen Sie ihn.',
    },
    en: {
      queries:
        'secret rotation, rotate secret, rotate the secret, rotating secrets, renew secret, roll secret',
      title: 'Renew the secret of a webhook',
      text: 'You cannot change a secret. Create a second endpoint with the same URL and the same events. Let the receiver accept both secrets. When no delivery waits at the old endpoint any more, delete it.',
    },
  },
  {
    at: 'guides/authentication#replace-a-key',
    de: {
      queries:
        'schlüssel rotieren, schlüssel ersetzen, schlüssel wechseln, key rotation, schlüsselrotation, schlüsselwechsel, schlüssel austauschen',
      title: 'Einen API-Schlüssel ersetzen',
      text: 'Einen Schlüssel ersetzen Sie in der App, nicht über die API. Der alte und der neue Schlüssel gelten so lange nebeneinander, wie Sie wählen, bis zu 30 Tage.',
    },
    en: {
      queries: 'key rotation, rotate key, rotate api key, rotating keys, replace key, roll key',
      title: 'Replace an API key',
      text: 'You replace a key in the app, not over the API. The old and the new key both work for as long as you choose, up to 30 days.',
    },
  },
  {
    at: 'guides/authentication#allow-certain-addresses-only',
    de: {
      queries:
        'ip allowlist, ip-allowlist, allowlist, whitelist, ip whitelist, ip-adressen, ip adresse, cidr, firewall, absenderadressen',
      title: 'Erlaubte IP-Adressen',
      text: 'In der App können Sie festlegen, von welchen Adressen aus ein Schlüssel gilt. Von jeder anderen Adresse aus antwortet die API mit 401. Die Adressen, von denen Webhooks kommen, sind etwas anderes: Fragen Sie den Betreiber.',
    },
    en: {
      queries:
        'ip allowlist, allowlist, ip whitelist, whitelist, ip address, ip addresses, cidr, firewall, source ip',
      title: 'Allowed IP addresses',
      text: 'You can say in the app from which addresses a key may be used. From any other address the API answers 401. To learn from which addresses webhooks come, ask the operator.',
    },
  },
  {
    at: 'guides/lists-and-sync#times-and-time-zones',
    de: {
      queries: 'zeitzone, zeitzonen, timezone, time zone, utc, ortszeit, sommerzeit',
      title: 'Zeiten sind in UTC',
      text: 'Jede Zeit der API ist in UTC und endet auf Z. Auch die Wochen der Auswertungen beginnen in UTC. Die Zeitzone des Teams gilt nur in der App und in E-Mails.',
    },
    en: {
      queries: 'timezone, timezones, time zone, time zones, utc, local time, daylight saving',
      title: 'Times are in UTC',
      text: 'Every time of the API is in UTC, and ends in Z. The weeks of the analytics begin in UTC too. The time zone of the team applies in the app and in e-mails only.',
    },
  },
  {
    at: 'guides/lists-and-sync#pagination-read-a-list-to-its-end',
    de: {
      queries: 'gesamtzahl, anzahl der einträge, total count, total, count, x-total-count',
      title: 'Wie viele Einträge eine Liste hat',
      text: 'Keine Antwort sagt, wie viele Einträge eine Liste hat. Zum Zählen lesen Sie die Liste bis zum Ende.',
    },
    en: {
      queries: 'total count, total, count, number of entries, x-total-count',
      title: 'How many entries a list has',
      text: 'No answer tells how many entries are in a list. To count them, read the list to its end.',
    },
  },
  {
    at: 'guides/lists-and-sync',
    de: {
      queries: 'export, datenexport, daten exportieren, data export, csv',
      title: 'Alle Daten exportieren',
      text: 'Einen Export aller Daten in einer Datei gibt es nicht: Lesen Sie die Listen, oder halten Sie eine Kopie. In der App lassen sich Listen als Dateien speichern.',
    },
    en: {
      queries: 'export, data export, export data, export all data, csv',
      title: 'Export all data',
      text: 'The API has no export of all data in one file: read the lists, or keep a copy. In the app, people can save lists as files.',
    },
  },
  {
    at: 'guides/limits#many-at-once',
    de: {
      queries:
        'bulk, batch, stapel, stapelverarbeitung, massenimport, mehrere auf einmal, massenanlage',
      title: 'Vieles auf einmal',
      text: 'Keine Operation ändert mehrere Dinge auf einmal: Senden Sie für jedes eine Anfrage, einen POST mit eigenem Idempotency-Key. Listen liefern bis zu 200 Einträge auf einer Seite.',
    },
    en: {
      queries: 'bulk, batch, bulk import, batch request, mass import, many at once',
      title: 'Many at once',
      text: 'No operation changes several things at once. Send a request for each thing, and give each POST an Idempotency-Key of its own. Lists give up to 200 entries on a page.',
    },
  },
  {
    at: 'guides/privacy#delete-a-person',
    de: {
      queries:
        'nutzerdaten löschen, daten löschen, benutzerdaten löschen, person löschen, löschanfrage, löschung, recht auf vergessenwerden, delete user data, gdpr, dsgvo',
      title: 'Eine Person löschen',
      text: 'Die API löscht keine Daten von Personen: Sie beendet nur die Mitgliedschaft. Danach löscht die Inhaberin oder der Inhaber die Daten in der App.',
    },
    en: {
      queries:
        'delete user data, delete personal data, erase user, erase data, erasure, right to be forgotten, data deletion, gdpr, gdpr delete',
      title: 'Delete a person',
      text: 'The API erases no data of people: it only ends the membership. The owner then erases the data in the app.',
    },
  },
  {
    at: 'guides/privacy#delete-a-person',
    de: {
      queries: 'avv, auftragsverarbeitung, auftragsverarbeitungsvertrag, dpa',
      title: 'Vertrag zur Auftragsverarbeitung',
      text: 'Für einen Vertrag zur Auftragsverarbeitung (AVV) fragen Sie den Betreiber des Dienstes.',
    },
    en: {
      queries: 'dpa, data processing agreement, avv',
      title: 'Data processing agreement',
      text: 'For a data processing agreement (DPA), ask the operator of the service.',
    },
  },
  {
    at: 'guides/first-request#when-something-is-wrong',
    de: {
      queries: 'support, kontakt, hilfe, ansprechpartner, kundendienst',
      title: 'Hilfe bekommen',
      text: 'Für Hilfe fragen Sie den Betreiber, von dem Ihr Team den Dienst hat, und nennen Sie diese ID. Admins finden jede Anfrage der letzten 30 Tage in der App unter API-Anfragen, mit dem Grund, falls sie abgelehnt wurde.',
    },
    en: {
      queries: 'support, contact, help, help desk, customer service',
      title: 'Get help',
      text: 'For help, ask the operator from whom your team has the service, and name this id. Admins find each request of the last 30 days in the app under API requests, with the reason if the service refused it.',
    },
  },
  {
    at: 'guides/webhooks#zapier-make-n8n-power-automate',
    de: {
      queries: 'zapier, make.com, n8n, power automate, ifttt, no-code, low-code',
      title: 'Zapier, Make, n8n, Power Automate',
      text: 'Fertige Apps für diese API gibt es dort nicht. Die HTTP-Schritte dieser Dienste können die API mit einem Schlüssel aufrufen, und ihre Webhook-Adressen können Ereignisse empfangen. Die Signatur prüft dort nur ein Schritt mit eigenem Code.',
    },
    en: {
      queries: 'zapier, make.com, n8n, power automate, ifttt, no-code, low-code',
      title: 'Zapier, Make, n8n, Power Automate',
      text: 'These services offer no ready-made app for this API. Their HTTP steps can call the API with a key, and their webhook addresses can receive events. Only a step with code of your own verifies the signature there.',
    },
  },
  {
    at: 'reference/',
    de: {
      queries: 'graphql, soap, grpc, odata',
      title: 'Nur REST',
      text: 'Alle Operationen sind REST mit JSON: Es gibt kein GraphQL, SOAP, gRPC oder OData.',
    },
    en: {
      queries: 'graphql, soap, grpc, odata',
      title: 'REST only',
      text: 'All operations are REST with JSON: there is no GraphQL, SOAP, gRPC or OData.',
    },
  },
  {
    at: 'guides/webhooks',
    de: {
      queries: 'websocket, websockets, server-sent events, streaming, echtzeit, sse',
      title: 'Sofort erfahren, was geschieht',
      text: 'Die API hält keine Verbindung offen: Es gibt weder WebSockets noch Server-Sent Events. Der Dienst sendet jedes Ereignis als HTTPS-POST an die Endpunkte, die Ihr Team angelegt hat.',
    },
    en: {
      queries: 'websocket, websockets, server-sent events, streaming, realtime, real time, sse',
      title: 'Learn at once what happens',
      text: 'The API has neither WebSockets nor server-sent events. The service sends each event by HTTPS POST to the endpoints that your team has registered.',
    },
  },
  {
    at: 'guides/first-request#when-something-is-wrong',
    de: {
      queries: 'statusseite, status page, verfügbarkeit, ausfall, wartung, sla, uptime',
      title: 'Ist der Dienst erreichbar?',
      text: 'Diese Dokumentation enthält keine Statusseite und sagt keine Verfügbarkeit zu: Fragen Sie nach beidem den Betreiber. Bei 503 sagt Retry-After, wann Ihr Programm es wieder versuchen soll.',
    },
    en: {
      queries: 'status page, uptime, outage, downtime, maintenance, sla, availability',
      title: 'Is the service available?',
      text: 'This documentation contains no status page and promises no availability: ask the operator about both. With a 503, Retry-After says when your program should try again.',
    },
  },
];
