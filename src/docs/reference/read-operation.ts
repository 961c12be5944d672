import { readModel } from '../../sdk/model/read-model.ts';
import { writeSample as writePython } from '../../sdk/python/write-sample.ts';
import { writeSample as writeTypeScript } from '../../sdk/typescript/write-sample.ts';
import type { Code } from '../markdown/code.ts';
import { markCommonErrors } from './common-errors.ts';
import { slugOf } from './link-names.ts';
import {
  type Header,
  type Operation,
  operationsOf,
  type Response,
  resolved,
} from './read-document.ts';
import { type ErrorCase, readErrors } from './read-errors.ts';
import { anchorOf, type Field, fieldsOf, parameterField, type Reading } from './read-fields.ts';
import { referenceTexts } from './texts.ts';

type Place = 'path' | 'query' | 'header';

type CodeSample = { lang: string; label: string; source: string };

/** The names of the samples' languages in Markdown. */
const fences: Record<CodeSample['label'], string> = {
  curl: 'sh',
  TypeScript: 'ts',
  Python: 'python',
};

/** What the page of an operation shows, in one language. Its texts are Markdown. */
export type OperationPage = {
  id: string;
  slug: string;
  method: string;
  path: string;
  tag: string;
  title: string;
  paragraphs: string[];
  /** The scopes of which each is enough. Empty if the operation needs none. */
  scopes: string[];
  needsMemberDetail: boolean;
  parameters: Record<Place, Field[]>;
  /** The path of the list that contains the ids for this path, such as `/users`. */
  listPath: string | null;
  body: { isRequired: boolean; fields: Field[]; example: string } | null;
  answer: { status: number; text: string; fields: Field[]; headers: Field[]; example: string };
  errors: ErrorCase[];
  /** The first one is for curl. */
  samples: Code[];
};

export function readOperations(reading: Reading): OperationPage[] {
  const all = operationsOf(reading.document).map((one) => readOperation(reading, one));
  return markCommonErrors(all);
}

function readOperation(
  reading: Reading,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): OperationPage {
  const { say } = reading;
  const { operationId = '', summary = '', tags: [tag = ''] = [] } = operation;
  const errors = readErrors(reading, operation);
  const scopes = (operation.security ?? []).flatMap(({ bearerAuth = [] }) => bearerAuth);
  return {
    id: operationId,
    slug: slugOf(operationId),
    method,
    path,
    tag: say(tag),
    title: say(summary),
    paragraphs: paragraphsOf(operation).map(say),
    scopes,
    needsMemberDetail: errors.some(({ code }) => code === 'privacy_restricted'),
    parameters: parametersOf(reading, operation),
    listPath: listOf(reading, path),
    body: bodyOf(reading, operation),
    answer: answerOf(reading, operation),
    errors,
    samples: samplesOf(operation),
  };
}

/** The samples of the document, each after the SDK's sample in the same language. */
function samplesOf(operation: Operation): Code[] {
  const samples = (operation as { 'x-codeSamples': CodeSample[] })['x-codeSamples'];
  const sdk = sdkSamples(operation.operationId ?? '');
  return samples.flatMap(({ label, source }) => {
    const language = fences[label] ?? 'text';
    return [...sdk.filter((one) => one.language === language), { language, code: source }];
  });
}

/** The description without its lines about scope and privacy: the page shows those elsewhere. */
function paragraphsOf({ description = '' }: Operation): string[] {
  return description
    .split('\n\n')
    .filter(
      (text) =>
        !/^(Needs the scope `[\w:]+`\.|Each type needs the scope of its list\.|Needs no scope\.|Closed \(`)/.test(
          text,
        ),
    );
}

function listOf({ document }: Reading, path: string): string | null {
  const [, list] = /^(.+?)\/\{/.exec(path) ?? [];
  return list !== undefined && document.paths?.[list]?.get ? list : null;
}

function parametersOf(reading: Reading, { parameters = [] }: Operation): Record<Place, Field[]> {
  const all = parameters.map((one) => resolved(reading.document, one));
  const at = (place: Place) =>
    all.filter((one) => one.in === place).map((one) => parameterField(reading, one));
  return {
    path: at('path'),
    query: at('query'),
    header: [authorization(reading), ...at('header')],
  };
}

/** OpenAPI lists this header among the security schemes, not among the parameters. */
function authorization({ language }: Reading): Field {
  return {
    path: 'Authorization',
    depth: 0,
    anchor: anchorOf('header', 'Authorization'),
    type: referenceTexts[language].types.string,
    bounds: [],
    isRequired: true,
    values: null,
    text: referenceTexts[language].authorization,
  };
}

function bodyOf(reading: Reading, { requestBody }: Operation): OperationPage['body'] {
  if (!requestBody) return null;
  const { content, required = false } = resolved(reading.document, requestBody);
  const { schema = {}, example } = content['application/json'] ?? {};
  const fields = fieldsOf(reading, resolved(reading.document, schema), 'body');
  return { isRequired: required, fields, example: shown(example) };
}

function answerOf(reading: Reading, { responses }: Operation): OperationPage['answer'] {
  const { document, say } = reading;
  const [status = '', found] =
    Object.entries(responses ?? {}).find(([name]) => /^2\d\d$/.test(name)) ?? [];
  const response = resolved(document, found as Response);
  const { schema = {}, example } = response.content?.['application/json'] ?? {};
  return {
    status: Number(status),
    text: say(response.description),
    fields: fieldsOf(reading, resolved(document, schema), 'answer'),
    headers: headersOf(reading, response),
    example: shown(example),
  };
}

function headersOf(reading: Reading, { headers = {} }: Response): Field[] {
  return Object.entries(headers).map(([name, value]) => {
    const header = resolved(reading.document, value as Header);
    const field = parameterField(reading, { ...header, name, in: 'header' });
    return { ...field, anchor: anchorOf('answer-header', name) };
  });
}

export function shown(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

const operations = new Map(readModel().operations.map((operation) => [operation.id, operation]));

/** Samples that use the SDK. They come from the model that also makes the SDK, so they name only its methods. */
export function sdkSamples(operationId: string): Code[] {
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`The SDK has no ${operationId}`);
  return [
    { language: 'ts', code: writeTypeScript(operation), isSdk: true },
    { language: 'python', code: writePython(operation), isSdk: true },
  ];
}
