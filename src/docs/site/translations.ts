import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language/language.ts';
import {
  type Document,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
} from '../reference/read-document.ts';
import { causesIn } from '../reference/read-errors.ts';
import { fieldsOf } from '../reference/read-fields.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The lines of all `<noun>.<language>.ts`, which say the texts of the document in a language. */
export async function linesIn(language: Language): Promise<[at: string, translation: string][]> {
  const files = globSync(`src/**/*.${language}.ts`, { cwd: root });
  const modules: { texts: Record<string, string> }[] = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(root, file)).href)),
  );
  return modules.flatMap(({ texts }) => Object.entries(texts));
}

type Texts = (readonly [path: string, text: string | undefined])[];

/**
 * The English texts of the document by their paths. `Case`, `listCases` and `tags.Cases` lead to a description,
 * `Case.title` and `listCases.user_id` to that of a field or a parameter, `listCases.404.not_found` to an error.
 */
export function textsByPath(document: Document): Map<string, string> {
  const { tags = [], components: { schemas = {}, parameters = {}, headers = {} } = {} } = document;
  const texts: Texts = [
    ...tags.flatMap(
      ({ name, description }): Texts => [
        [`tags.${name}.name`, name],
        [`tags.${name}`, description],
      ],
    ),
    ...Object.entries({ ...parameters, ...headers }).map(
      ([name, about]) => [name, resolved(document, about).description] as const,
    ),
    ...Object.entries(schemas).flatMap(([name, schema]) => ofSchema(document, name, schema)),
    ...operationsOf(document).flatMap(({ operation }) => ofOperation(document, operation)),
  ];
  return new Map(texts.flatMap(([at, text]) => (text ? [[at, text]] : [])));
}

function ofOperation(document: Document, operation: Operation): Texts {
  const { operationId: id = '', summary, description, parameters = [], requestBody } = operation;
  const { schema = {} } =
    (requestBody && resolved(document, requestBody).content['application/json']) ?? {};
  return [
    [`${id}.summary`, summary],
    ...parameters
      .map((one) => resolved(document, one))
      .map(({ name, description }) => [`${id}.${name}`, description] as const),
    ...ofSchema(document, id, schema),
    [id, description?.split('\n\n')[0]],
    ...Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
      const { description } = resolved<{ description: string }>(document, response);
      const at = `${id}.${status}`;
      return [
        [at, description] as const,
        ...[...causesIn(description)].map(([code, cause]) => [`${at}.${code}`, cause] as const),
      ];
    }),
  ];
}

function ofSchema(document: Document, name: string, schema: Schema | { $ref: string }): Texts {
  const same = (text: string) => text;
  const own = resolved<Schema>(document, schema);
  const reading = { document, language: DOCUMENT_LANGUAGE, say: same, link: same };
  return [
    [name, own.description],
    ...fieldsOf(reading, own, '').map(({ path, text }) => [`${name}.${path}`, text] as const),
  ];
}

/**
 * The translations of English texts, from lines such as `'Case.title': 'Wie der Fall in Listen heißt.'`. A text at
 * several paths has one line. `*Page.data` stands for all paths with this end whose text has no closer line.
 */
export function translationsOf(
  texts: ReadonlyMap<string, string>,
  lines: readonly (readonly [at: string, translation: string])[],
): Map<string, string> {
  const translations = new Map<string, string>();
  const faults: string[] = [];
  const isEnd = (at: string) => at.startsWith('*');
  const closestFirst = lines.toSorted(
    ([a], [b]) => Number(isEnd(a)) - Number(isEnd(b)) || b.length - a.length,
  );
  for (const [at, translation] of closestFirst) {
    const meant = [...texts].filter(([path, english]) =>
      isEnd(at) ? path.endsWith(at.slice(1)) && !translations.has(english) : path === at,
    );
    const [english, ...others] = new Set(meant.map(([, text]) => text));
    if (english === undefined) faults.push(`${at}: the document has no such text`);
    else if (others.length > 0) faults.push(`${at} is one line for several texts`);
    else if (translations.has(english)) faults.push(`${at}: the text has another line`);
    else translations.set(english, translation);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return translations;
}
