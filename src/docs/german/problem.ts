import { issueCodesIn } from '../../rest/openapi/problem-schema.ts';

/** The fields of an error. */
export const problemTexts = {
  'The page of the errors, with the code as fragment.':
    'Die Seite der Fehler, mit dem Code als Fragment.',
  'What went wrong, for people, in the language of `Content-Language`.':
    'Was schiefging, für Menschen, in der Sprache von `Content-Language`.',
  'The HTTP status again.': 'Noch einmal der HTTP-Status.',
  'What went wrong, never localized. Match on this.':
    'Was schiefging, nie übersetzt. Unterscheiden Sie danach.',
  'As in `X-Request-Id`.': 'Wie in `X-Request-Id`.',
  'What went wrong, in English, for developers. Only on some 4xx.':
    'Was schiefging, auf Englisch, für Entwickler. Nur bei manchen 4xx.',
  'All that is wrong with the request. Only with `validation_error`, without `field`.':
    'Alles, was an der Anfrage nicht stimmt. Nur bei `validation_error`, ohne `field`.',
  'In which part of the request.': 'In welchem Teil der Anfrage.',
  'A JSON Pointer (RFC 6901) into the body, or the name of a parameter after a `/`.':
    'Ein JSON Pointer (RFC 6901) in den Body, oder der Name eines Parameters nach einem `/`.',
  [`What kind of fault it is, for programs. ${issueCodesIn('en')}`]: `Welche Art von Fehler es ist, für Programme. ${issueCodesIn('de')}`,
  'What is expected, in English, for developers.':
    'Was erwartet wird, auf Englisch, für Entwickler.',
  'The one field that a check refused. Only with `validation_error`, without `errors`.':
    'Das eine Feld, das eine Prüfung abgelehnt hat. Nur bei `validation_error`, ohne `errors`.',
  'The dimension of the catalog. Only with `kombination_ungueltig`.':
    'Die Dimension des Katalogs. Nur bei `kombination_ungueltig`.',
  'The id that is unknown or not visible. Only with `kombination_ungueltig`.':
    'Die ID, die unbekannt oder nicht sichtbar ist. Nur bei `kombination_ungueltig`.',
  'The scope that is missing. Only with `insufficient_scope`.':
    'Das Recht, das fehlt. Nur bei `insufficient_scope`.',
  'Seconds, as in `Retry-After`. Only with `rate_limited`.':
    'Sekunden, wie in `Retry-After`. Nur bei `rate_limited`.',
} as const;
