import type { InEach } from '../language/language.ts';

/**
 * The faults that one value of a request may have: every `errors[].code` of the API (D79). The document lists
 * them from here, and a fault with another code does not compile.
 */
export const issueCodes = {
  invalid_type: {
    de: 'Das Feld fehlt, oder es hat einen anderen Typ von JSON.',
    en: 'The field is missing, or has another type of JSON.',
  },
  invalid_value: {
    de: 'Der Wert ist keiner der möglichen.',
    en: 'The value is none of the possible ones.',
  },
  invalid_format: {
    de: 'Der Text hat nicht die Form, die er braucht, etwa die eines Datums.',
    en: 'The text does not have the form that it needs, such as that of a date.',
  },
  too_small: { de: 'Zu kurz, zu klein oder zu wenig.', en: 'Too short, too small or too few.' },
  too_big: { de: 'Zu lang, zu groß oder zu viel.', en: 'Too long, too large or too many.' },
  unrecognized_key: {
    de: 'Diesen Namen gibt es hier nicht: oft ein Tippfehler.',
    en: 'This name is not known here: often a misspelt one.',
  },
  duplicate: {
    de: 'Der Name kommt mehr als einmal vor.',
    en: 'The name is given more than once.',
  },
  bracketed: {
    de: 'Ein Parameter mit eckigen Klammern: Das gibt es nicht.',
    en: 'A parameter with brackets, which do not exist here.',
  },
  invalid_name: { de: 'Ein Parameter hat keinen Namen.', en: 'A parameter has no name.' },
  invalid_cursor: {
    de: 'Der Cursor gehört nicht zu dieser Liste und diesen Filtern.',
    en: 'The cursor does not belong to this list and these filters.',
  },
  cursor_expired: {
    de: 'Danach fehlen Ereignisse: Sie sind entfernt oder wurden nicht aufbewahrt. Gleichen Sie neu ab.',
    en: 'Events after it are missing: they were removed, or not kept. Synchronize anew.',
  },
  invalid_encoding: {
    de: 'Die Bytes sind kein UTF-8, oder kein gültiges `%XX`.',
    en: 'The bytes are no UTF-8, or no valid `%XX`.',
  },
  invalid_text: {
    de: 'Der Text enthält ein NUL-Zeichen oder ein halbes Ersatzzeichenpaar (surrogate).',
    en: 'The text holds a NUL character or half a surrogate pair.',
  },
  invalid_json: { de: 'Der Body ist kein JSON.', en: 'The body is not JSON.' },
  not_an_object: {
    de: 'Der Body ist JSON, aber kein Objekt.',
    en: 'The body is JSON, but no object.',
  },
  too_deep: { de: 'Der Body ist zu tief verschachtelt.', en: 'The body is nested too deep.' },
  inexact: {
    de: 'Die Zahl lässt sich nicht genau behalten: Senden Sie sie als Text.',
    en: 'The number cannot be kept exactly: send it as a string.',
  },
} as const satisfies Record<string, InEach<string>>;

export type IssueCode = keyof typeof issueCodes;

export const issueCodeNames = Object.keys(issueCodes) as IssueCode[];
