import { type InEach, languages } from '../../shared/language/language.ts';
import type { BodyFault } from './body-guesses.ts';
import type { HeaderFault } from './read-header.ts';
import type { SecretFault } from './secret-guesses.ts';

/** What was found, and what to do about it. */
export type Cause = { title: string; cure: string };

type Causes<Fault extends string> = Record<Fault, InEach<Cause>>;

function cause(texts: InEach<[title: string, cure: string]>): InEach<Cause> {
  const named = languages.map((language) => {
    const [title, cure] = texts[language];
    return [language, { title, cure }];
  });
  return Object.fromEntries(named);
}

export const secretCauses: Causes<SecretFault> = {
  prefix_missing: cause({
    de: [
      'Dem Secret fehlt der Anfang whsec_',
      'Nehmen Sie das ganze Secret als Schlüssel, mit whsec_, und so, wie es ist: nicht mit Base64 entschlüsselt.',
    ],
    en: [
      'The secret lacks its beginning, whsec_',
      'Take the whole secret as the key, with whsec_, and as it is: not decoded from Base64.',
    ],
  }),
  blanks: cause({
    de: [
      'Um das Secret stehen Leerzeichen oder ein Zeilenende',
      'Schneiden Sie sie ab, wenn Ihr Programm das Secret aus einer Datei oder einer Variable liest.',
    ],
    en: [
      'There are blanks or a line end around the secret',
      'Trim the secret when your program reads it from a file or a variable.',
    ],
  }),
  quotes: cause({
    de: [
      'Das Secret steht in Anführungszeichen',
      'Lassen Sie sie weg. In Dateien für Docker (--env-file) gehören Anführungszeichen zum Wert.',
    ],
    en: [
      'The secret is in quotes',
      'Leave them out. In files for Docker (--env-file) quotes belong to the value.',
    ],
  }),
};

export const bodyCauses: Causes<BodyFault> = {
  charset: cause({
    de: [
      'Der Body wurde in einem anderen Zeichensatz gelesen',
      'Prüfen Sie die Bytes, oder lesen Sie sie als UTF-8, nicht als ISO 8859-1 oder Windows-1252.',
    ],
    en: [
      'The body was read in another set of characters',
      'Check the bytes, or read them as UTF-8, not as ISO 8859-1 or Windows-1252.',
    ],
  }),
  bom: cause({
    de: [
      'Vor dem Body steht eine Markierung (BOM)',
      'Sie kommt aus einem Editor oder von einem Programm, das Text schreibt: lassen Sie sie weg.',
    ],
    en: [
      'There is a mark (BOM) before the body',
      'It comes from an editor or from a program that writes text: leave it out.',
    ],
  }),
  python_bytes: cause({
    de: [
      "Der Body steht so da, wie Python Bytes ausgibt: b'…'",
      'Prüfen Sie die Bytes selbst, nicht str(body).',
    ],
    en: [
      "The body is written as Python prints bytes: b'…'",
      'Check the bytes themselves, not str(body).',
    ],
  }),
  encoded_twice: cause({
    de: [
      'Der Body wurde ein zweites Mal als JSON geschrieben',
      'Nehmen Sie den Text selbst, nicht JSON.stringify(text).',
    ],
    en: [
      'The body was written as JSON a second time',
      'Take the text itself, not JSON.stringify(text).',
    ],
  }),
  line_end: cause({
    de: [
      'Hinter dem Body steht ein Zeilenende',
      'Gesendet wird keines. Es kommt vom Kopieren, aus einer Datei oder von echo.',
    ],
    en: [
      'There is a line end behind the body',
      'None is sent. It comes from copying, from a file or from echo.',
    ],
  }),
  blanks_around: cause({
    de: ['Um den Body stehen Leerzeichen', 'Gesendet werden keine: nehmen Sie den Body ohne sie.'],
    en: ['There are blanks around the body', 'None are sent: take the body without them.'],
  }),
  indented: cause({
    de: [
      'Der Body wurde gelesen und eingerückt neu geschrieben',
      'Nehmen Sie den Body, bevor ihn etwas liest. Etwas wie JSON.stringify(body, null, 2) ist dazwischen.',
    ],
    en: [
      'The body was parsed and written again, indented',
      'Take the body before anything parses it. Something like JSON.stringify(body, null, 2) is in between.',
    ],
  }),
  spaced: cause({
    de: [
      'Der Body wurde gelesen und mit Leerzeichen zwischen den Werten neu geschrieben',
      'Nehmen Sie den Body, bevor ihn etwas liest. So schreibt json.dumps in Python, und PostgreSQL ein jsonb.',
    ],
    en: [
      'The body was parsed and written again, with blanks between the values',
      'Take the body before anything parses it. This is how json.dumps of Python writes, and PostgreSQL a jsonb.',
    ],
  }),
  escaped_slashes: cause({
    de: [
      'Der Body wurde gelesen und neu geschrieben: seine Schrägstriche sind maskiert (\\/)',
      'Nehmen Sie den Body, bevor ihn etwas liest. So schreibt json_encode in PHP.',
    ],
    en: [
      'The body was parsed and written again: its slashes are escaped (\\/)',
      'Take the body before anything parses it. This is how json_encode of PHP writes.',
    ],
  }),
  escaped_html: cause({
    de: [
      'Der Body wurde gelesen und neu geschrieben: <, > oder & sind maskiert (\\u003c)',
      'Nehmen Sie den Body, bevor ihn etwas liest. So schreiben json.Marshal in Go und System.Text.Json in .NET.',
    ],
    en: [
      'The body was parsed and written again: <, > or & are escaped (\\u003c)',
      'Take the body before anything parses it. This is how json.Marshal of Go and System.Text.Json of .NET write.',
    ],
  }),
  escaped_letters: cause({
    de: [
      'Der Body wurde gelesen und neu geschrieben: Buchstaben wie ü sind maskiert (\\u00fc)',
      'Nehmen Sie den Body, bevor ihn etwas liest. So schreiben json.dumps in Python und json_encode in PHP.',
    ],
    en: [
      'The body was parsed and written again: letters such as ü are escaped (\\u00fc)',
      'Take the body before anything parses it. This is how json.dumps of Python and json_encode of PHP write.',
    ],
  }),
  rewritten: cause({
    de: [
      'Der Body wurde gelesen und neu geschrieben: Zahlen oder Texte haben eine andere Form',
      'Nehmen Sie den Body, bevor ihn etwas liest.',
    ],
    en: [
      'The body was parsed and written again: numbers or texts have another form',
      'Take the body before anything parses it.',
    ],
  }),
  order: cause({
    de: [
      'Der Body wurde gelesen und neu geschrieben: seine Felder stehen in anderer Reihenfolge',
      'Nehmen Sie den Body, bevor ihn etwas liest. So schreiben eine map in Go, jq -S, und PostgreSQL ein jsonb.',
    ],
    en: [
      'The body was parsed and written again: its fields are in another order',
      'Take the body before anything parses it. This is how a map of Go, jq -S, and a jsonb of PostgreSQL write.',
    ],
  }),
};

export const headerCauses: Causes<HeaderFault> = {
  other_service: cause({
    de: [
      'Das ist webhook-signature, die Signatur von Standard Webhooks',
      'Prüfen Sie sie mit einer Bibliothek von Standard Webhooks. Diese Seite prüft den Header Svc-Signature derselben Anfrage, der mit t= beginnt.',
    ],
    en: [
      'This is webhook-signature, the signature of Standard Webhooks',
      'Verify it with a library of Standard Webhooks. This page verifies the header Svc-Signature of the same request, which begins with t=.',
    ],
  }),
  event_id: cause({
    de: ['Das ist die ID des Ereignisses aus Svc-Event-Id', 'Nehmen Sie den Header Svc-Signature.'],
    en: ['This is the id of the event, from Svc-Event-Id', 'Take the header Svc-Signature.'],
  }),
  no_parts: cause({
    de: [
      'Der Header hat keine Teile t= und v1=',
      'Er sieht so aus: t=1793000000,v1= und 64 Zeichen.',
    ],
    en: [
      'The header has no parts t= and v1=',
      'It looks like this: t=1793000000,v1= and 64 characters.',
    ],
  }),
  no_t: cause({
    de: ['Dem Header fehlt der Teil t=', 'Nehmen Sie den ganzen Header, von t= an.'],
    en: ['The header lacks its part t=', 'Take the whole header, beginning with t=.'],
  }),
  no_v1: cause({
    de: [
      'Dem Header fehlt der Teil v1=',
      'Nehmen Sie den ganzen Header, auch was nach dem Komma kommt.',
    ],
    en: ['The header lacks its part v1=', 'Take the whole header, also what follows the comma.'],
  }),
  repeated: cause({
    de: [
      'Ein Teil des Headers steht zweimal da',
      'Ein Programm dazwischen hat zwei Header verbunden, oder er wurde zweimal eingefügt.',
    ],
    en: [
      'A part of the header is there twice',
      'A program in between has joined two headers, or it was pasted twice.',
    ],
  }),
  blank_in_parts: cause({
    de: [
      'Im Header stehen Leerzeichen',
      'Gesendet werden keine. Ein Programm dazwischen hat den Header verändert, oder das Kopieren.',
    ],
    en: [
      'There are blanks in the header',
      'None are sent. A program in between has changed the header, or copying has.',
    ],
  }),
  t_not_a_number: cause({
    de: ['t ist keine Zahl', 't zählt die Sekunden seit 1970, ohne Komma und ohne Vorzeichen.'],
    en: ['t is not a number', 't counts the seconds since 1970, without a fraction or a sign.'],
  }),
  t_in_milliseconds: cause({
    de: [
      't hat zu viele Stellen',
      't zählt Sekunden, nicht Millisekunden. So sendet der Dienst es nicht.',
    ],
    en: [
      't has too many digits',
      't counts seconds, not milliseconds. The service does not send it like this.',
    ],
  }),
  v1_upper_case: cause({
    de: [
      'v1 steht in Großbuchstaben',
      'Gesendet wird es klein. Ein Programm dazwischen hat den Header verändert.',
    ],
    en: [
      'v1 is in upper case',
      'It is sent in lower case. A program in between has changed the header.',
    ],
  }),
  v1_wrong_length: cause({
    de: ['v1 hat nicht 64 Zeichen', 'Der Header wurde abgeschnitten oder unvollständig kopiert.'],
    en: ['v1 does not have 64 characters', 'The header was cut off, or copied in part.'],
  }),
  v1_not_hex: cause({
    de: ['v1 ist nicht hexadezimal', 'Es besteht aus 0 bis 9 und a bis f, und ist kein Base64.'],
    en: ['v1 is not hexadecimal', 'It consists of 0 to 9 and a to f, and is not Base64.'],
  }),
};
