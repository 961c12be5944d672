import { type Cause, cause } from './cause.ts';

/**
 * What is said about a delivery that has not arrived, for each kind of status. A sentence says only what
 * follows from the status. What is merely usual is called so.
 */
export const statusCauses = {
  redirect: cause(
    'change',
    [
      'Der Server leitet weiter.',
      'Wir folgen keinen Weiterleitungen: Tragen Sie die Zieladresse als URL des Endpunkts ein.',
    ],
    [
      'The server redirects.',
      'We do not follow redirects: make the final address the URL of the endpoint.',
    ],
  ),
  bad_request: cause(
    'change',
    [
      'Der Server lehnt die Anfrage ab.',
      'Oft hat er ein anderes Secret, prüft einen veränderten Body, oder seine Uhr geht falsch. Prüfen Sie die Signatur.',
    ],
    [
      'The server refuses the request.',
      'Often it has another secret, checks a body that was changed, or its clock is wrong. Verify the signature.',
    ],
  ),
  unauthorized: cause(
    'change',
    [
      'Der Server hält die Anfrage für nicht angemeldet.',
      'Oft hat er ein anderes Secret, oder etwas vor ihm verlangt eine Anmeldung. Prüfen Sie die Signatur.',
    ],
    [
      'The server treats the request as unauthenticated.',
      'Often it has another secret, or something in front of it asks for credentials. Verify the signature.',
    ],
  ),
  forbidden: cause(
    'change',
    [
      'Der Server verbietet die Anfrage.',
      'Oft ist das eine Firewall oder ein Schutz vor Bots: Lassen Sie dort unsere Anfragen zu.',
    ],
    [
      'The server forbids the request.',
      'Often this is a firewall or bot protection: allow our requests there.',
    ],
  ),
  not_found: cause(
    'change',
    [
      'Der Server kennt diese Adresse nicht.',
      'Prüfen Sie den Pfad in der URL des Endpunkts, und ob Ihr Empfänger dort läuft.',
    ],
    [
      'The server does not know this address.',
      'Check the path in the URL of the endpoint, and that your receiver runs there.',
    ],
  ),
  method: cause(
    'change',
    [
      'Der Server nimmt an dieser Adresse kein POST an.',
      'Prüfen Sie den Pfad in der URL des Endpunkts: Ereignisse kommen immer als POST.',
    ],
    [
      'The server accepts no POST at this address.',
      'Check the path in the URL of the endpoint: events always come as POST.',
    ],
  ),
  conflict: cause(
    'unknown',
    [
      'Der Server meldet einen Konflikt.',
      'Kennt er das Ereignis schon, sollte er mit 2xx antworten: Ein Ereignis kann mehr als einmal kommen.',
    ],
    [
      'The server reports a conflict.',
      'If it has this event already, it should respond with 2xx: an event may come more than once.',
    ],
  ),
  gone: cause(
    'change',
    [
      'Der Server sagt, dass es diese Adresse nicht mehr gibt.',
      'Ändern Sie die URL des Endpunkts, oder löschen Sie ihn: Wir senden weiter, bis Sie das tun.',
    ],
    [
      'The server says that this address is gone.',
      'Change the URL of the endpoint, or delete it: we go on sending until you do.',
    ],
  ),
  too_large: cause(
    'change',
    [
      'Der Inhalt ist dem Server zu groß.',
      'Erhöhen Sie die größte erlaubte Länge eines Bodys, auch im Proxy vor dem Empfänger.',
    ],
    [
      'The content is too large for the server.',
      'Raise the largest allowed body size, also in the proxy in front of the receiver.',
    ],
  ),
  media_type: cause(
    'change',
    [
      'Der Server nimmt diese Art von Inhalt nicht an.',
      'Ereignisse kommen als application/json: Ihr Empfänger muss das annehmen.',
    ],
    [
      'The server does not accept this type of content.',
      'Events come as application/json: your receiver must accept that.',
    ],
  ),
  content: cause(
    'change',
    [
      'Der Server lehnt diesen Inhalt ab.',
      'Was ihm fehlt, sagt meist seine Antwort, sonst sein Protokoll. Vergleichen Sie das mit dem gesendeten Inhalt.',
    ],
    [
      'The server refuses this content.',
      'Its response usually says what it misses, or else its log does. Compare that with the content that was sent.',
    ],
  ),
  unknown_field: cause(
    'change',
    [
      'Der Server lehnt diesen Inhalt ab.',
      'Seine Antwort nennt wohl ein Feld, das er nicht kennt. Ein Empfänger sollte solche Felder übergehen: Es können neue hinzukommen.',
    ],
    [
      'The server refuses this content.',
      'Its response seems to name a field that it does not know. A receiver should ignore such fields: new ones may come.',
    ],
  ),
  too_many: cause(
    'wait',
    [
      'Der Server bekommt zu viele Anfragen.',
      'Erhöhen Sie sein Limit. Ein Empfänger, der sofort antwortet und erst danach arbeitet, hält mehr aus.',
    ],
    [
      'The server gets too many requests.',
      'Raise its limit. A receiver that responds at once and works afterwards can take more.',
    ],
  ),
  other_4xx: cause(
    'unknown',
    ['Der Server lehnt die Anfrage ab.', 'Seine Antwort und sein Protokoll sagen, warum.'],
    ['The server refuses the request.', 'Its response and its log say why.'],
  ),
  server_error: cause(
    'wait',
    [
      'Der Server meldet einen eigenen Fehler.',
      'Sehen Sie in seinem Protokoll zur Zeit des Versuchs nach.',
    ],
    ['The server reports an error of its own.', 'Check its log at the time of the attempt.'],
  ),
  behind_proxy: cause(
    'wait',
    [
      'Ein Proxy meldet, dass der Server hinter ihm nicht richtig antwortet.',
      'Prüfen Sie, ob Ihr Empfänger läuft und der Proxy ihn erreicht.',
    ],
    [
      'A proxy reports that the server behind it does not respond properly.',
      'Check that your receiver runs and that the proxy reaches it.',
    ],
  ),
  unavailable: cause(
    'wait',
    [
      'Der Server sagt, dass er gerade nicht verfügbar ist.',
      'Prüfen Sie, ob Ihr Empfänger läuft und nicht überlastet ist.',
    ],
    [
      'The server says that it is unavailable now.',
      'Check that your receiver runs and is not overloaded.',
    ],
  ),
  other_status: cause(
    'unknown',
    [
      'Der Server antwortet nicht mit 2xx.',
      'Nur 2xx gilt als angenommen: Ändern Sie die Antwort Ihres Empfängers.',
    ],
    [
      'The server does not respond with 2xx.',
      'Only 2xx counts as received: change the response of your receiver.',
    ],
  ),
} as const satisfies Record<string, Cause>;

const ofStatus: Readonly<Record<number, keyof typeof statusCauses>> = {
  301: 'redirect',
  302: 'redirect',
  303: 'redirect',
  307: 'redirect',
  308: 'redirect',
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'media_type',
  422: 'content',
  429: 'too_many',
  502: 'behind_proxy',
  503: 'unavailable',
  504: 'behind_proxy',
};

/** How libraries that check an input say that they do not know one of its fields. */
const unknownField =
  /\b(?:unknown|unrecogni[sz]ed|unexpected|unpermitted|extra)[\s_-]+(?:field|propert|attribute|parameter|key\(?s)|\badditional[\s_]?propert|\b(?:field|property|attribute)\b.{0,60}\b(?:should not exist|(?:is|are|was|were) (?:not (?:expected|known|recogni[sz]ed)|unknown|unexpected))|\bunbekanntes? (?:feld|eigenschaft|attribut)|extra(?:_forbidden| inputs)/i;

/** The cause for the status of an answer that was not 2xx, and for the beginning of its text. */
export function causeOfStatus(code: number, excerpt: string | null): keyof typeof statusCauses {
  if (code === 422 && unknownField.test(excerpt ?? '')) return 'unknown_field';
  const others = code >= 500 ? 'server_error' : code >= 400 ? 'other_4xx' : 'other_status';
  return ofStatus[code] ?? others;
}
