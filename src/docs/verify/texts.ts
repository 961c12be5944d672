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
        `Die Anfrage kommt vom Dienst und ist unverändert. Alter der Signatur: ${age}.`,
      ahead: (age: string) =>
        `Die Anfrage kommt vom Dienst und ist unverändert. Ihre Zeit liegt in der Zukunft (${age}): die Uhr dieses Rechners geht nach.`,
      hint: 'Lehnt Ihr Programm sie trotzdem ab, rechnet es anders: Vergleichen Sie seine Schritte mit der Anleitung und mit der Rechnung unten.',
    },
    tooOld: {
      title: 'Echt, aber zu alt',
      text: (age: string) =>
        `Secret, Header und Body passen zusammen. Die Signatur ist ${age} alt; erlaubt sind fünf Minuten.`,
      hint: 'Bei einer Anfrage von vorhin ist das richtig so. Lehnt Ihr Programm auch neue ab, geht die Uhr Ihres Servers vor, oder die Anfrage wartet vor der Prüfung in einer Warteschlange.',
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
    fileTaken: (name: string, bytes: string) =>
      `${name}, ${bytes} bytes, is checked instead of the text.`,
    fileDropped: 'Check the text',
    check: 'Check',
    clear: 'Clear',
    needsScript: 'The check runs in the browser and needs JavaScript for that.',
    missing: {
      title: 'Not all is there yet',
      names: { secret: 'the secret', header: 'the header Svc-Signature', body: 'the body' },
      text: (names: string) => `Missing: ${names}.`,
      body: 'If the body that reaches you is empty, something has read it before, such as a parser for JSON.',
    },
    tooLarge: {
      title: 'The body is too large',
      text: 'It has more than 1 MB, and the service never sends that much. Is it the right file? What is meant is the body of a single request.',
    },
    genuine: {
      title: 'Genuine',
      text: (age: string) =>
        `The request comes from the service and is unchanged. Age of the signature: ${age}.`,
      ahead: (age: string) =>
        `The request comes from the service and is unchanged. Its time lies ${age} ahead: the clock of this computer is slow.`,
      hint: 'If your program refuses it all the same, it computes something else: compare its steps with the guide and with what is computed below.',
    },
    tooOld: {
      title: 'Genuine, but too old',
      text: (age: string) =>
        `Secret, header and body fit together. The signature is ${age} old; five minutes are allowed.`,
      hint: 'For a request of a while ago this is as it should be. If your program refuses new ones too, the clock of your server is fast, or the request waits in a queue before it is checked.',
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
          'This is an API key. What is meant is the secret that was shown when the endpoint was created.',
        id: 'This is an id. What is meant is the secret that was shown when the endpoint was created.',
        signature:
          'This is a signature. What is meant is the secret that was shown when the endpoint was created.',
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
