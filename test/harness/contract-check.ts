import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { inject } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import {
  type Operation,
  operationAt,
  problemCodes,
  type ResponseObject,
  resolve,
  type Schema,
} from './document.ts';
import type { ApiResponse } from './response.ts';

const document = inject('document');
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
ajvFormats.default(ajv);
ajv.addSchema(closed(document) as Schema, 'document');

const receivedFile = path.join(inject('receivedFolder'), `${process.pid}-${Date.now()}.txt`);
const received = new Set<string>();
const validators = new Map<string, ValidateFunction>();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const outsideTheContract = new Set(['/', '/errors', '/healthz', '/readyz', '/metrics']);

/** Throws if the document does not allow this answer. */
export function checkContract(response: ApiResponse): void {
  const [address = ''] = response.url.split('?', 1);
  if (outsideTheContract.has(address)) return;
  checkFourHeaders(response);
  if (response.method === 'HEAD' || response.status === 204 || response.status === 304) {
    expectThat(response.text === '', response, 'has a body');
  }
  const operation = operationAt(document, response.method, address);
  if (operation) checkOperation(response, operation);
  else if (response.status >= 400) checkProblem(response);
}

/** Throws if the document does not allow this body for its type of event. */
export function checkEvent(text: string): void {
  const { type, ...body } = JSON.parse(text) as { type: string };
  const schema = document.webhooks?.[type]?.post?.requestBody?.content['application/json']?.schema;
  if (!schema) throw new Error(`${type} is not documented`);
  const validate = validatorOf(`document${schema.$ref}`);
  if (validate({ type, ...body })) return;
  throw new Error(`${type} is not as documented: ${ajv.errorsText(validate.errors)}\n${text}`);
}

/** "Every response carries the headers …" (spec, general rule 8). */
function checkFourHeaders(response: ApiResponse): void {
  const { headers } = response;
  expectThat(uuid.test(headers['x-request-id']?.toString() ?? ''), response, 'has no X-Request-Id');
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
    expectThat(/^[0-9]+$/.test(headers[name]?.toString() ?? ''), response, `has no ${name}`);
  }
}

function checkOperation(response: ApiResponse, { method, template, object }: Operation): void {
  const { operationId, responses } = object;
  const documented = responses[response.status];
  if (!documented) throw broken(response, `is not documented for ${operationId}`);
  const found = resolve<ResponseObject>(document, documented);
  checkHeaders(response, found);
  if (response.method !== 'HEAD') {
    const type = response.headers['content-type']?.split(';', 1)[0] ?? '';
    const schema = found.content?.[type]?.schema;
    if (!schema) throw broken(response, `has the undocumented Content-Type ${type}`);
    const base = '$ref' in documented ? (documented as { $ref: string }).$ref.slice(2) : null;
    const pointer =
      base ??
      ['paths', template, method.toLowerCase(), 'responses', response.status]
        .map(pointerToken)
        .join('/');
    checkBody(response, `document#/${pointer}/content/${pointerToken(type)}/schema`);
  }
  if (response.status < 400) record(`${operationId} ${response.status}`);
  else checkRefusal(response, operationId, problemCodes(found));
}

function checkRefusal(response: ApiResponse, operationId: string, codes: string[]): void {
  checkProblem(response);
  if (response.method === 'HEAD') return;
  const { code } = response.body;
  expectThat(codes.includes(code), response, `has a code not documented for ${operationId}`);
  record(`${operationId} ${response.status} ${code}`);
}

function checkHeaders(response: ApiResponse, documented: ResponseObject): void {
  for (const [name, header] of Object.entries(documented.headers ?? {})) {
    const { required } = resolve<{ required?: boolean }>(document, header);
    const present = response.headers[name.toLowerCase()] !== undefined;
    expectThat(present || !required, response, `has no ${name}`);
  }
}

/** Requires a problem document of every refusal, whichever part of the server has refused. */
function checkProblem(response: ApiResponse): void {
  const { headers, body, status } = response;
  const type = headers['content-type'];
  expectThat(type === 'application/problem+json', response, `has the Content-Type ${type}`);
  expectThat(headers['content-language'] !== undefined, response, 'has no Content-Language');
  if (response.method === 'HEAD') return;
  if (document.components.schemas?.Problem)
    checkBody(response, 'document#/components/schemas/Problem');
  expectThat(body.status === status, response, 'repeats another status');
  expectThat(body.request_id === headers['x-request-id'], response, 'names another request');
  if (status >= 500) expectThat(body.detail === undefined, response, 'says what happened inside');
}

function checkBody(response: ApiResponse, ref: string): void {
  const validate = validatorOf(ref);
  if (!validate(response.body)) {
    throw broken(response, `does not match ${ref}: ${ajv.errorsText(validate.errors)}`);
  }
}

function validatorOf(ref: string): ValidateFunction {
  const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, validate);
  return validate;
}

function record(answer: string): void {
  if (received.has(answer)) return;
  received.add(answer);
  appendFileSync(receivedFile, `${answer}\n`);
}

/** Forbids unknown fields. Clients ignore them, but no undocumented field may leave the server. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  const isOpenObject = copy.properties && copy.additionalProperties === undefined && !copy.allOf;
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}

function pointerToken(token: string | number): string {
  return encodeURIComponent(String(token).replaceAll('~', '~0').replaceAll('/', '~1'));
}

function expectThat(holds: boolean, response: ApiResponse, otherwise: string): void {
  if (!holds) throw broken(response, otherwise);
}

function broken(response: ApiResponse, how: string): Error {
  const { method, url, status, text } = response;
  const shown = url.replace(BASE_PATH, '');
  return new Error(`The answer ${status} of ${method} ${shown} ${how}\n${text.slice(0, 2000)}`);
}
