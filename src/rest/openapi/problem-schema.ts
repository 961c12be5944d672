import type { oas31 } from 'zod-openapi';
import { scopes } from '../../auth/scopes.ts';
import { errorCatalogue } from '../../shared/errors/errors.ts';
import { issueCodeNames, issueCodes } from '../../shared/errors/issue-codes.ts';
import { type InEach, languages } from '../../shared/language/language.ts';
import { docText } from '../../shared/schema/doc-text.ts';

/** All codes of `errors[].code` with their meaning, as Markdown. */
const codeMeanings = Object.fromEntries(
  languages.map((language) => {
    const all = Object.entries(issueCodes).map(([code, text]) => `\`${code}\`: ${text[language]}`);
    return [language, all.join(' ')];
  }),
) as InEach<string>;

const place: oas31.SchemaObject = {
  type: 'object',
  description: 'What is wrong with one value of the request.',
  required: ['in', 'pointer', 'code', 'detail'],
  properties: {
    in: {
      type: 'string',
      description: docText({
        en: 'In which part of the request.',
        de: 'In welchem Teil der Anfrage.',
      }),
      examples: ['query', 'path', 'body', 'header'],
    },
    pointer: {
      type: 'string',
      description: docText({
        en: 'A JSON Pointer (RFC 6901) into the body, or the name of a parameter after a `/`.',
        de: 'Ein JSON Pointer (RFC 6901) in den Body, oder der Name eines Parameters nach einem `/`.',
      }),
      examples: ['/due_date'],
    },
    code: {
      type: 'string',
      description: docText({
        en: `What kind of fault it is, for programs. ${codeMeanings.en}`,
        de: `Welche Art von Fehler es ist, für Programme. ${codeMeanings.de}`,
      }),
      examples: issueCodeNames,
    },
    detail: {
      type: 'string',
      description: docText({
        en: 'What is expected, in English, for developers.',
        de: 'Was erwartet wird, auf Englisch, für Entwickler.',
      }),
    },
  },
};

/** RFC 9457, with the members that the contract names. */
export const problemSchema: oas31.SchemaObject = {
  type: 'object',
  description: 'The body of every error.',
  required: ['type', 'title', 'status', 'code', 'request_id'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: docText({
        en: 'The page of the errors, with the code as fragment.',
        de: 'Die Seite der Fehler, mit dem Code als Fragment.',
      }),
      examples: ['https://team.example/errors#not_found'],
    },
    title: {
      type: 'string',
      description: docText({
        en: 'What went wrong, for people, in the language of `Content-Language`.',
        de: 'Was schiefging, für Menschen, in der Sprache von `Content-Language`.',
      }),
      examples: [errorCatalogue.not_found.de, errorCatalogue.not_found.en],
    },
    status: {
      type: 'integer',
      description: docText({
        en: 'The HTTP status again.',
        de: 'Noch einmal der HTTP-Status.',
      }),
      examples: [404],
    },
    code: {
      type: 'string',
      description: docText({
        en: 'What went wrong, never localized. Match on this.',
        de: 'Was schiefging, nie übersetzt. Unterscheiden Sie danach.',
      }),
      examples: Object.keys(errorCatalogue),
    },
    request_id: {
      type: 'string',
      format: 'uuid',
      description: docText({
        en: 'As in `X-Request-Id`.',
        de: 'Wie in `X-Request-Id`.',
      }),
    },
    detail: {
      type: 'string',
      description: docText({
        en: 'What went wrong, in English, for developers. Only on some 4xx.',
        de: 'Was schiefging, auf Englisch, für Entwickler. Nur bei manchen 4xx.',
      }),
    },
    errors: {
      type: 'array',
      description: docText({
        en: 'All that is wrong with the request. Only with `validation_error`, without `field`.',
        de: 'Alles, was an der Anfrage nicht stimmt. Nur bei `validation_error`, ohne `field`.',
      }),
      items: place,
    },
    field: {
      type: 'string',
      description: docText({
        en: 'The one field that a check refused. Only with `validation_error`, without `errors`.',
        de: 'Das eine Feld, das eine Prüfung abgelehnt hat. Nur bei `validation_error`, ohne `errors`.',
      }),
    },
    dimension: {
      type: 'string',
      description: docText({
        en: 'The dimension of the catalog. Only with `kombination_ungueltig`.',
        de: 'Die Dimension des Katalogs. Nur bei `kombination_ungueltig`.',
      }),
      examples: ['situation', 'personality', 'industry'],
    },
    id: {
      type: 'string',
      description: docText({
        en: 'The id that is unknown or not visible. Only with `kombination_ungueltig`.',
        de: 'Die ID, die unbekannt oder nicht sichtbar ist. Nur bei `kombination_ungueltig`.',
      }),
    },
    required_scope: {
      type: 'string',
      description: docText({
        en: 'The scope that is missing. Only with `insufficient_scope`.',
        de: 'Das Recht, das fehlt. Nur bei `insufficient_scope`.',
      }),
      examples: [...scopes],
    },
    retry_after: {
      type: 'integer',
      description: docText({
        en: 'Seconds, as in `Retry-After`. Only with `rate_limited`.',
        de: 'Sekunden, wie in `Retry-After`. Nur bei `rate_limited`.',
      }),
    },
  },
};
