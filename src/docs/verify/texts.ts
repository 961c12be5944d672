import { defineTexts } from '../../app/text/define-texts.ts';

export const verifyTexts = defineTexts(
  {
    form: 'Prüfen',
    secret: 'Secret des Endpunkts',
    secretHint: 'Beginnt mit whsec_. Es bleibt in diesem Tab und wird nirgends gespeichert.',
    show: 'Secret zeigen',
    header: 'Header Svc-Signature',
    headerHint: 'Der Wert, die Zeile oder alle Header der Anfrage.',
    body: 'Body, so wie er angekommen ist',
    bodyHint: 'Zeichen für Zeichen. Genauer ist eine Datei mit den Bytes.',
    file: 'Body aus einer Datei',
    clock: 'Uhr des Empfängers (optional)',
    clockHint:
      'Was die Uhr Ihres Servers zeigte, als er prüfte: mit Zeitzone oder in Sekunden (date +%s). Ausgefüllt mit der Uhr dieses Rechners, wenn Sie den Header einfügen.',
    fromDelivery:
      'Aus der Zustellung kommen der Header, falls er schon gezeigt wird, und die Zeit, zu der der Dienst gesendet hat. Fügen Sie das Secret und den Body ein, der bei Ihnen angekommen ist. Zeigte die Uhr Ihres Empfängers etwas anderes, dann ändern Sie die Zeit.',
    fileTaken: (name: string, bytes: string) =>
      `${name}, ${bytes} Bytes, wird statt des Textes geprüft.`,
    fileDropped: 'Den Text prüfen',
    check: 'Prüfen',
    clear: 'Leeren',
    needsScript: 'Die Prüfung läuft im Browser und braucht dafür JavaScript.',
    missing: {
      title: 'Noch nicht alles da',
      names: { secret: 'das Secret', header: 'der Header Svc-Signature', body: 'der Body' },
      text: (names: string) => `Es fehlt: ${names}.`,
      body: 'Kommt bei Ihnen ein leerer Body an, hat ihn etwas davor schon gelesen, etwa ein Parser für JSON.',
    },
    tooLarge: {
      title: 'Der Body ist zu groß',
      text: 'Er hat mehr als 1 MB, und so viel sendet der Dienst nie. Ist es die richtige Datei? Gemeint ist der Body einer einzigen Anfrage.',
    },
    genuine: {
      title: 'Echt',
      text: (age: string) =>
        `Die Anfrage kommt vom Dienst und ist unverändert. Nach der Uhr des Empfängers ist die Signatur ${age} alt.`,
      ahead: (age: string) =>
        `Die Anfrage kommt vom Dienst und ist unverändert. Ihre Zeit liegt in der Zukunft (${age}): die Uhr des Empfängers geht nach.`,
      clocks: (earliest: string, latest: string) =>
        `Das gilt für diese Uhr. Ein Empfänger, dessen Uhr bei der Prüfung schon weiter ist als ${latest}, lehnt dieselbe Anfrage als zu alt ab. Mit einer Bibliothek von Standard Webhooks lehnt er sie auch ab, wenn seine Uhr noch vor ${earliest} steht.`,
      hint: 'Lehnt Ihr Programm sie trotzdem ab, geht seine Uhr falsch, oder es rechnet anders: Vergleichen Sie seine Schritte mit der Anleitung und mit der Rechnung unten.',
    },
    ahead: {
      title: 'Echt, aber der Uhr des Empfängers voraus',
      text: (age: string) =>
        `Secret, Header und Body passen zusammen. Nach der Uhr des Empfängers liegt die Zeit der Signatur in der Zukunft (${age}).`,
      hint: 'Seine Uhr geht nach: Lassen Sie NTP sie stellen. Die Empfänger der Anleitung nehmen die Anfrage an. Bibliotheken von Standard Webhooks erlauben fünf Minuten und lehnen sie ab.',
    },
    tooOld: {
      title: 'Echt, aber zu alt',
      text: (age: string) =>
        `Secret, Header und Body passen zusammen. Nach der Uhr des Empfängers ist die Signatur ${age} alt; erlaubt sind fünf Minuten.`,
      hint: 'Bei einer Anfrage von vorhin ist das richtig so: Tragen Sie ein, was die Uhr zeigte, als die Anfrage ankam. War die Anfrage da gerade gesendet, geht die Uhr Ihres Servers vor: Lassen Sie NTP sie stellen. Oder die Anfrage hat vor der Prüfung in einer Warteschlange gewartet.',
    },
    clockFault: {
      title: 'Die Uhrzeit ist so nicht lesbar',
      text: 'Schreiben Sie sie mit Zeitzone wie 2026-11-23T09:02:48Z, oder in Sekunden seit 1970, wie date +%s sie ausgibt. Ohne Zeitzone könnte sie um Stunden falsch sein.',
    },
    altered: {
      secret: 'Das Secret ist nicht ganz das richtige',
      body: 'Der Body ist nicht mehr der, der gesendet wurde',
      both: 'Secret und Body sind nicht die richtigen',
      proven: 'Das ist bewiesen: ohne diese Änderung passt die Signatur.',
      aged: (age: string) => `Außerdem ist die Signatur ${age} alt; erlaubt sind fünf Minuten.`,
      rawBody: 'So kommen Sie an den Body, bevor ihn etwas liest:',
    },
    computed: (bytes: string, start: string) =>
      `So rechnet man: Der HMAC-SHA256 mit dem ganzen Secret über ${bytes} Bytes, nämlich „${start}“ und dann der Body, ist`,
    unreadable: 'Der Header ist so nicht lesbar',
    noMatch: {
      title: 'Die Signatur passt nicht',
      text: 'Entweder gehört das Secret zu einem anderen Endpunkt, oder der Body oder t wurde verändert. Welches von beiden, lässt sich nicht berechnen; so sehen sie aus:',
      secret: {
        secret:
          'Das Secret hat die richtige Form. Jeder Endpunkt hat sein eigenes, auch die Kopie, die ein Secret ersetzt, und auch jede Umgebung.',
        other:
          'Das Secret hat nicht die Form whsec_ und 44 Zeichen (ältere: 43). Wurde es abgeschnitten?',
        api_key:
          'Das ist ein API-Schlüssel. Gemeint ist das Secret, das beim Erstellen des Endpunkts gezeigt wurde.',
        id: 'Das ist eine ID. Gemeint ist das Secret, das beim Erstellen des Endpunkts gezeigt wurde.',
        signature:
          'Das ist eine Signatur. Gemeint ist das Secret, das beim Erstellen des Endpunkts gezeigt wurde.',
      },
      body: {
        as_sent:
          'Der Body hat die Form, in der der Dienst sendet: Er wurde nicht gelesen und neu geschrieben. Ein Wert in ihm kann trotzdem ein anderer sein. Vergleichen Sie ihn mit der Anfrage, wie sie ankam, oder prüfen Sie die nächste Zustellung.',
        other_form:
          'Der Body ist ein Ereignis, aber in anderer Form, als der Dienst sendet, und es fehlt oder unterscheidet sich auch etwas in ihm.',
        data_alone: 'Das ist nur der Inhalt von data. Signiert ist der ganze Body.',
        no_event: 'Der Body ist JSON, aber kein Ereignis.',
        no_json:
          'Der Body ist kein JSON. Wurde er abgeschnitten, oder steht da die Ausgabe eines Programms?',
      },
    },
  },
  {
    form: 'Check',
    secret: 'Secret of the endpoint',
    secretHint: 'Begins with whsec_. It stays in this tab and is stored nowhere.',
    show: 'Show the secret',
    header: 'Header Svc-Signature',
    headerHint: 'Its value, its line, or all headers of the request.',
    body: 'Body as it arrived',
    bodyHint: 'Character by character. A file with the bytes is more exact.',
    file: 'Body from a file',
    clock: 'Clock of the receiver (optional)',
    clockHint:
      'What the clock of your server showed when it checked: with its time zone, or in seconds (date +%s). Filled in with the clock of this computer when you paste the header.',
    fromDelivery:
      'The delivery brings the header, if it is shown already, and the time at which the service sent it. Paste the secret, and the body as it reached you. If the clock of your receiver showed something else, change the time.',
    fileTaken: (name: string, bytes: string) =>
      `${name}, ${bytes} bytes, is checked instead of the text.`,
    fileDropped: 'Check the text',
    check: 'Check',
    clear: 'Clear',
    needsScript: 'The check runs in the browser and needs JavaScript for that.',
    missing: {
      title: 'Something is missing',
      names: { secret: 'the secret', header: 'the header Svc-Signature', body: 'the body' },
      text: (names: string) => `Missing: ${names}.`,
      body: 'If the body that reaches you is empty, something has read it before, such as a parser for JSON.',
    },
    tooLarge: {
      title: 'The body is too large',
      text: 'It has more than 1 MB, and the service never sends that much. Is it the right file? Paste the body of one request.',
    },
    genuine: {
      title: 'Genuine',
      text: (age: string) =>
        `The request comes from the service and is unchanged. By the clock of the receiver the signature is ${age} old.`,
      ahead: (age: string) =>
        `The request comes from the service and is unchanged. Its time lies ${age} ahead: the clock of the receiver is slow.`,
      clocks: (earliest: string, latest: string) =>
        `This holds for this clock. A receiver whose clock is past ${latest} when it checks refuses the same request as too old. With a library of Standard Webhooks it also refuses the request if its clock is still before ${earliest}.`,
      hint: 'If your program refuses it anyway, its clock is wrong, or it computes something else: compare its steps with the guide and with what is computed below.',
    },
    ahead: {
      title: 'Genuine, but ahead of the clock of the receiver',
      text: (age: string) =>
        `Secret, header and body fit together. By the clock of the receiver the time of the signature lies ${age} ahead.`,
      hint: 'Its clock is slow: let NTP set it. The receivers of the guide accept the request. Libraries of Standard Webhooks allow five minutes, and refuse it.',
    },
    tooOld: {
      title: 'Genuine, but too old',
      text: (age: string) =>
        `Secret, header and body fit together. By the clock of the receiver the signature is ${age} old; five minutes are allowed.`,
      hint: 'For a request of a while ago this is expected: enter what the clock showed when the request arrived. If the request had just been sent then, the clock of your server is fast: let NTP set it. Or the request waited in a queue before it was checked.',
    },
    clockFault: {
      title: 'The time of the clock cannot be read like this',
      text: 'Write it with its time zone, such as 2026-11-23T09:02:48Z, or in seconds since 1970, as date +%s prints them. Without a time zone it could be wrong by hours.',
    },
    altered: {
      secret: 'The secret is not quite the right one',
      body: 'The body is no longer the one that was sent',
      both: 'Secret and body are not the right ones',
      proven: 'This is proven: without this change the signature matches.',
      aged: (age: string) => `Besides, the signature is ${age} old; five minutes are allowed.`,
      rawBody: 'How to get at the body before anything parses it:',
    },
    computed: (bytes: string, start: string) =>
      `This is how it is computed: the HMAC-SHA256 with the whole secret over ${bytes} bytes, which are “${start}” and then the body, is`,
    unreadable: 'The header cannot be read like this',
    noMatch: {
      title: 'The signature does not match',
      text: 'Either the secret belongs to another endpoint, or the body or t was changed. Which of the two cannot be computed; this is what they look like:',
      secret: {
        secret:
          'The secret has the right form. Each endpoint has its own, even the copy that replaces a secret. Each environment has its own too.',
        other:
          'The secret does not have the form whsec_ and 44 characters (older ones: 43). Was it cut off?',
        api_key:
          'This is an API key. Paste the secret that was shown when the endpoint was created.',
        id: 'This is an id. Paste the secret that was shown when the endpoint was created.',
        signature:
          'This is a signature. Paste the secret that was shown when the endpoint was created.',
      },
      body: {
        as_sent:
          'The body has the form in which the service sends it: it was not parsed and written again. A value in it may still be another one. Compare it with the request as it arrived, or check the next delivery.',
        other_form:
          'The body is an event, but in another form than the service sends, and something in it is missing or different too.',
        data_alone: 'This is what is in data alone. What is signed is the whole body.',
        no_event: 'The body is JSON, but not an event.',
        no_json: 'The body is not JSON. Was it cut off, or is it the output of a program?',
      },
    },
  },
);

/** Where each framework keeps the raw body. */
export const rawBodies: [framework: string, code: string][] = [
  ['Express', "express.raw({ type: 'application/json' })"],
  ['Fastify', 'fastify-raw-body: request.rawBody'],
  ['Next.js', 'await request.text()'],
  ['Flask', 'request.get_data()'],
  ['Django', 'request.body'],
  ['FastAPI', 'await request.body()'],
  ['Go', 'io.ReadAll(request.Body)'],
  ['Laravel', '$request->getContent()'],
  ['PHP', "file_get_contents('php://input')"],
  ['Rails', 'request.raw_post'],
  ['Spring', '@RequestBody byte[] body'],
  ['ASP.NET', 'await new StreamReader(Request.Body).ReadToEndAsync()'],
];
