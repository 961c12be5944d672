import { type ErrorAdvice, errorGuide } from '../../rest/error-guide.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { errorCatalogue } from '../../shared/errors.ts';
import { resolved } from './read-document.ts';
import { type Field, fieldsOf, type Reading } from './read-fields.ts';
import type { OperationPage } from './read-operation.ts';

/** One code on the page of the errors, in the language of the page. Texts are Markdown. */
export type ErrorEntry = {
  code: string;
  statuses: number[];
  title: string;
  cause: string;
  cure: string;
  repeat: ErrorAdvice['repeat'];
  example: string;
  /** The operations that answer it. Null: every one. */
  operations: { slug: string; title: string; method: string; path: string }[] | null;
};

export type ErrorsPage = { codes: ErrorEntry[]; fields: Field[] };

/** Statuses of `bad_request` that belong to no single operation (D81). */
const otherStatuses: Partial<Record<ErrorCode, number[]>> = { bad_request: [400, 405, 408, 431] };

export function readErrorsPage(reading: Reading, operations: readonly OperationPage[]): ErrorsPage {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const schema = reading.document.components?.schemas?.Problem;
  if (!schema) throw new Error('The document has no Problem');
  return {
    codes: codes.map((code) => readCode(reading, code, operations)),
    fields: fieldsOf(reading, resolved(reading.document, schema), 'problem'),
  };
}

function readCode(
  { language, link }: Reading,
  code: ErrorCode,
  operations: readonly OperationPage[],
): ErrorEntry {
  const having = operations.filter(({ errors }) => errors.some((error) => error.code === code));
  const cases = having.flatMap(({ errors }) => errors.filter((error) => error.code === code));
  const statuses = [...(otherStatuses[code] ?? []), ...cases.map(({ status }) => status)];
  const isEverywhere = having.length === operations.length || code === 'bad_request';
  const { repeat, [language]: words } = errorGuide[code];
  const example = cases.find((one) => one.example.includes('"detail"')) ?? cases[0];
  if (!example) throw new Error(`No operation answers ${code}`);
  return {
    code,
    statuses: [...new Set(statuses)].toSorted((a, b) => a - b),
    title: errorCatalogue[code][language],
    cause: link(words.cause),
    cure: link(words.cure),
    repeat,
    example: example.example,
    operations: isEverywhere
      ? null
      : having.map(({ slug, title, method, path }) => ({ slug, title, method, path })),
  };
}
