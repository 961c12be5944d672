import { meaningOf } from '../../app/ui/code-words.ts';
import { errorCatalogue } from '../../shared/errors/errors.ts';
import type { Language } from '../../shared/language/language.ts';
import { SHOWN_ORIGIN } from '../site/links.ts';
import { type Operation, type Response, resolved } from './read-document.ts';
import type { Reading } from './read-fields.ts';
import { referenceTexts } from './texts.ts';

/** An error of an operation, in one language. */
export type ErrorCase = {
  code: string;
  status: number;
  anchor: string;
  /** The cases in which the operation answers with this error, in Markdown. */
  cause: string;
  /** True if the error says nothing special about this operation (common-errors.ts). */
  isCommon: boolean;
  example: string;
};

export function readErrors(reading: Reading, operation: Operation): ErrorCase[] {
  const invalid = invalidIn(reading, operation);
  return Object.entries(operation.responses ?? {})
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      casesOf(reading, Number(status), resolved(reading.document, response as Response)),
    )
    .map((one) =>
      one.code === 'validation_error' ? { ...one, cause: withFirst(one.cause, invalid) } : one,
    );
}

/**
 * What can be invalid in a request of this operation. The document has one text for all operations. Every operation
 * refuses unknown parameters of the query (D14), even if it has none itself.
 */
function invalidIn(
  { document, language }: Reading,
  { parameters = [], requestBody }: Operation,
): string {
  const t = referenceTexts[language];
  const taken = parameters.map((one) => resolved(document, one));
  const has = {
    path: taken.some((one) => one.in === 'path'),
    query: taken.some((one) => one.in === 'query'),
    body: requestBody !== undefined,
    header: taken.some((one) => one.name === 'Idempotency-Key'),
  };
  const places = (['path', 'query', 'body', 'header'] as const).filter((place) => has[place]);
  if (places.length === 0) return t.takesNothing;
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  return t.invalid(list.format(places.map((place) => t.invalidPlaces[place])));
}

/** Replaces the first sentence of a text. */
function withFirst(text: string, first: string): string {
  return text.replace(/^.*?\.(?= |$)/, () => first);
}

function casesOf({ say, language }: Reading, status: number, response: Response): ErrorCase[] {
  const causes = causesIn(response.description);
  const { examples = {} } = response.content?.['application/problem+json'] ?? {};
  return Object.entries(examples).map(([code, example]) => {
    const cause = causes.get(code);
    if (cause === undefined || !('value' in example)) throw new Error(`${code} is not described`);
    // "German for …", before the explanation that the app gives.
    const [word] = meaningOf(code, language)?.split(':') ?? [];
    return {
      code,
      status,
      anchor: code === 'bad_request' ? `error-${code}-${status}` : `error-${code}`,
      cause: word === undefined ? say(cause) : `${word}. ${say(cause)}`,
      isCommon: false,
      example: shownIn(language, code, example.value),
    };
  });
}

/** The example with the addresses of this installation, in the language of the page. */
function shownIn(language: Language, code: string, value: unknown): string {
  const existing = Object.entries(errorCatalogue).find(([name]) => name === code)?.[1];
  if (!existing || typeof value !== 'object') throw new Error(`${code} is not in the catalogue`);
  const own = { type: `${SHOWN_ORIGIN}/errors#${code}`, title: existing[language] };
  return JSON.stringify({ ...value, ...own }, null, 2);
}

/** The causes by code, from the lines "- `code`: when" of a description. */
export function causesIn(description: string): Map<string, string> {
  const lines = [...description.matchAll(/^- `(\w+)`: (.*)$/gm)];
  return new Map(lines.map(([, code = '', cause = '']) => [code, cause]));
}
