import { type Cause, cause } from './cause.ts';

/** What is said about a delivery whose last attempt got no answer, by the recorded error. */
export const errorCauses = {
  timeout: cause(
    'wait',
    [
      'Der Server hat nicht rechtzeitig geantwortet.',
      'Ihr Empfänger sollte sofort antworten und erst danach arbeiten.',
    ],
    [
      'The server did not respond in time.',
      'Your receiver should respond at once and work afterwards.',
    ],
  ),
  dns_error: cause(
    'change',
    [
      'Zum Namen in der URL wurde keine Adresse gefunden.',
      'Prüfen Sie die Schreibweise der URL und den Eintrag im DNS.',
    ],
    [
      'No address was found for the name in the URL.',
      'Check the spelling of the URL and the record in DNS.',
    ],
  ),
  target_blocked: cause(
    'change',
    [
      'Der Name in der URL führt zu einer Adresse, die nicht öffentlich ist.',
      'Dorthin senden wir nicht. Verwenden Sie einen öffentlich erreichbaren Host.',
    ],
    [
      'The name in the URL leads to an address that is not public.',
      'We do not send there. Use a host that is publicly reachable.',
    ],
  ),
  connect_refused: cause(
    'wait',
    [
      'Es kam keine Verbindung zum Server zustande.',
      'Prüfen Sie, ob Ihr Empfänger läuft und keine Firewall die Verbindung verhindert.',
    ],
    [
      'No connection to the server could be made.',
      'Check that your receiver runs and that no firewall prevents the connection.',
    ],
  ),
  tls_error: cause(
    'change',
    [
      'Die verschlüsselte Verbindung kam nicht zustande.',
      'Prüfen Sie das Zertifikat: Gültigkeit, Name und vollständige Kette.',
    ],
    [
      'The encrypted connection could not be made.',
      'Check the certificate: its dates, its name and the whole chain.',
    ],
  ),
  reset: cause(
    'wait',
    [
      'Die Verbindung brach ab, bevor eine Antwort kam.',
      'Sehen Sie im Protokoll des Servers und eines Proxys vor ihm nach.',
    ],
    [
      'The connection was cut before a response came.',
      'Check the log of the server and of a proxy in front of it.',
    ],
  ),
  invalid_response: cause(
    'change',
    [
      'Die Antwort des Servers war kein HTTP.',
      'Prüfen Sie Host und Port in der URL des Endpunkts.',
    ],
    ['The response of the server was not HTTP.', 'Check host and port in the URL of the endpoint.'],
  ),
  no_answer: cause(
    'unknown',
    [
      'Vom Server kam keine brauchbare Antwort.',
      'Prüfen Sie URL, Firewall und Zertifikat. Den genauen Grund zeigen wir, sobald der Host einmal mit 2xx geantwortet hat.',
    ],
    [
      'No usable response came from the server.',
      'Check URL, firewall and certificate. We show the exact reason once the host has responded with 2xx.',
    ],
  ),
  worker_lost: cause(
    'ours',
    ['Der Versuch ist an einer Störung bei uns gescheitert.', 'Sie müssen nichts ändern.'],
    ['The attempt failed because of an error on our side.', 'You need not change anything.'],
  ),
  secret_unreadable: cause(
    'change',
    [
      'Wir können das Secret dieses Endpunkts nicht lesen und deshalb nicht signieren.',
      'Das liegt an uns. Ersetzen Sie das Secret, oder fragen Sie den Betreiber.',
    ],
    [
      'We cannot read the secret of this endpoint, so we cannot sign.',
      'That is our fault. Replace the secret, or ask the operator.',
    ],
  ),
  unnamed: cause(
    'unknown',
    ['Der letzte Versuch ist fehlgeschlagen.', 'Sehen Sie im Protokoll Ihres Empfängers nach.'],
    ['The last attempt has failed.', 'Check the log of your receiver.'],
  ),
} as const satisfies Record<string, Cause>;
