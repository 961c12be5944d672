import { type ErrorAdvice, errorGuide } from '../../rest/error-guide.ts';
import type { ErrorCode } from '../../shared/errors/errors.ts';
import { errorCatalogue } from '../../shared/errors/errors.ts';
import { resolved } from './read-document.ts';
import { type Field, fieldsOf, type Reading } from './read-fields.ts';
import type { OperationPage } from './read-operation.ts';

/** A code, as the page of errors shows it in one language. Its texts are Markdown. */
export type ErrorEntry = {
  code: string;
  statuses: number[];
  title: string;
  cause: string;
  cure: string;
  repeat: ErrorAdvice['repeat'];
  /** An example of each form of the error. */
  examples: string[];
  /** Which operations can answer it: a few, or all but a few. */
  from: { operations: NamedOperation[] } | { allBut: NamedOperation[] };
};

type NamedOperation = Pick<OperationPage, 'slug' | 'method' | 'path'>;

export type ErrorsPage = { codes: ErrorEntry[]; fields: Field[] };

/** Statuses of `bad_request` that occur before an operation is known (D81). */
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
  const { repeat, [language]: words } = errorGuide[code];
  const examples = oneOfEachForm(cases.map(({ example }) => example));
  if (examples.length === 0) throw new Error(`No operation answers ${code}`);
  return {
    code,
    statuses: [...new Set(statuses)].toSorted((a, b) => a - b),
    title: errorCatalogue[code][language],
    cause: link(words.cause),
    cure: link(words.cure),
    repeat,
    examples,
    from: fromOf(having, code === 'bad_request' ? having : operations),
  };
}

/**
 * Some errors have several forms. `validation_error` has `errors` for input that cannot be read, and `field` for input
 * that is refused. `not_found` has a `detail` with some operations only.
 */
function oneOfEachForm(examples: readonly string[]): string[] {
  const formOf = (example: string) => Object.keys(JSON.parse(example)).join(' ');
  return [...Map.groupBy(examples, formOf).values()].flatMap(([first]) => first ?? []);
}

/** Lists the operations that can answer the error, or those that cannot, whichever list is shorter. */
function fromOf(
  having: readonly OperationPage[],
  all: readonly OperationPage[],
): ErrorEntry['from'] {
  const named = (pages: readonly OperationPage[]) =>
    pages.map(({ slug, method, path }) => ({ slug, method, path }));
  const others = all.filter((page) => !having.includes(page));
  const isMost = others.length < having.length / 2;
  return isMost ? { allBut: named(others) } : { operations: named(having) };
}
