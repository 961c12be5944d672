import type { oas31 } from 'zod-openapi';

export type BreakingChange = { path: string; rule: string; message: string };

type Document = oas31.OpenAPIObject;
type Compared = { path: string; released: Document; current: Document };

const methods = ['get', 'post', 'patch', 'delete'] as const;

/** Finds the breaking changes that `redocly diff` (2.77.0) does not notice. */
export function changesBeyondRedocly(released: Document, current: Document): BreakingChange[] {
  return [...changesOfPaths(released, current), ...headersGoneFromEvents(released, current)];
}

function changesOfPaths(released: Document, current: Document): BreakingChange[] {
  return Object.entries(released.paths ?? {}).flatMap(([template, item]) => {
    const now = current.paths?.[template];
    if (!now) return [gone(template, 'path-template-changed', 'typed clients name it as it was')];
    return methods.flatMap((method) => {
      const [before, after] = [item[method], now[method]];
      if (!before || !after) return [];
      const compared = { path: `${method.toUpperCase()} ${template}`, released, current };
      return [
        ...changedDefaults(before, after, compared),
        ...weakerResponses(before, after, compared),
      ];
    });
  });
}

/** A new default changes the answer for every client that leaves the parameter out. */
function changedDefaults(
  before: oas31.OperationObject,
  after: oas31.OperationObject,
  { path, released, current }: Compared,
): BreakingChange[] {
  const parametersAfter = (after.parameters ?? []).map((parameter) => resolve(parameter, current));
  return (before.parameters ?? []).flatMap((reference) => {
    const parameter = resolve(reference, released);
    const same = parametersAfter.find(
      ({ name, in: where }) => name === parameter.name && where === parameter.in,
    );
    const [was, is] = [defaultOf(parameter, released), same && defaultOf(same, current)];
    if (was === undefined || !same || was === is) return [];
    const message = `The default of ${parameter.name} was ${was} and is ${is}.`;
    return [{ path, rule: 'parameter-default-changed', message }];
  });
}

/** A receiver relies on each field that came with every event. */
function headersGoneFromEvents(released: Document, current: Document): BreakingChange[] {
  const sureOf = (document: Document, type: string): string[] => {
    const item = document.webhooks?.[type];
    const parameters = item ? (resolve(item, document).post?.parameters ?? []) : [];
    return parameters
      .map((parameter) => resolve(parameter, document))
      .flatMap(({ name, required }) => (required ? [name] : []));
  };
  return Object.keys(released.webhooks ?? {}).flatMap((type) => {
    const sent = sureOf(current, type);
    return sureOf(released, type)
      .filter((name) => !sent.includes(name))
      .map((name) => gone(type, 'event-header-removed', name));
  });
}

function defaultOf({ schema }: oas31.ParameterObject, document: Document): unknown {
  return schema && resolve(schema, document).default;
}

function weakerResponses(
  before: oas31.OperationObject,
  after: oas31.OperationObject,
  compared: Compared,
): BreakingChange[] {
  return Object.entries(before.responses ?? {}).flatMap(([status, reference]) => {
    const answer = after.responses?.[status];
    if (!answer) return [];
    const ofResponse = { ...compared, path: `${compared.path} ${status}` };
    const [was, is] = [resolve(reference, compared.released), resolve(answer, compared.current)];
    return [...optionalHeaders(was, is, ofResponse), ...goneCodes(was, is, ofResponse)];
  });
}

function optionalHeaders(
  before: oas31.ResponseObject,
  after: oas31.ResponseObject,
  { path, released, current }: Compared,
): BreakingChange[] {
  return Object.entries(before.headers ?? {}).flatMap(([name, reference]) => {
    const header = after.headers?.[name];
    const wasSure = resolve(reference, released).required === true;
    if (!header || !wasSure || resolve(header, current).required) return [];
    return [gone(path, 'response-header-became-optional', name)];
  });
}

/** The document uses error codes as names of its examples. */
function goneCodes(
  before: oas31.ResponseObject,
  after: oas31.ResponseObject,
  { path }: Compared,
): BreakingChange[] {
  const codesAfter = codesOf(after);
  return codesOf(before)
    .filter((code) => !codesAfter.includes(code))
    .map((code) => gone(path, 'error-code-removed', code));
}

function codesOf({ content }: oas31.ResponseObject): string[] {
  return Object.keys(content?.['application/problem+json']?.examples ?? {});
}

function gone(path: string, rule: string, what: string): BreakingChange {
  return { path, rule, message: `No longer as released: ${what}.` };
}

/** Names in references to components contain no escapes. */
function resolve<T extends object>(value: T | oas31.ReferenceObject, document: Document): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  let found: unknown = document;
  for (const name of value.$ref.split('/').slice(1)) {
    found = (found as Record<string, unknown> | undefined)?.[name];
  }
  if (!found) throw new Error(`${value.$ref} is not defined`);
  return resolve(found as T, document);
}
