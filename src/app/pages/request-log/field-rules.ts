import { type IssueCode, issueCodes } from '../../../shared/errors/issue-codes.ts';
import type { Language } from '../../../shared/language/language.ts';
import { numberText } from '../../text/formats.ts';
import type { Operation, Parameter, Schema } from './operation.ts';
import { ruleTexts } from './rule-texts.ts';

export type WrongField = {
  in?: string | undefined;
  pointer: string;
  code?: string | undefined;
};

export type FieldRule = {
  /** Such as `due_date` or `events/0`. Empty for the body as a whole. */
  name: string;
  /** `body`, `query`, `path` or `header`. Undefined if the log does not say it. */
  place: string | undefined;
  /** What was wrong. */
  fault: string | undefined;
  /** The rule that the value broke, after the name of the field. Undefined if the document does not say it. */
  must: string | undefined;
  /** What the operation expects there. Undefined if the document does not say it. */
  rule: string | undefined;
  /** A valid value, as it stands in JSON or in an address. */
  example: string | undefined;
};

/** What the document of the API says about a value that was refused. */
export function ruleOf(
  field: WrongField,
  operation: Operation | null,
  language: Language,
): FieldRule {
  const { in: place, pointer, code } = field;
  const parts = pointer.split('/').slice(1);
  const found = operation && placeOf(operation, place, parts);
  const isUnknown = code === 'unrecognized_key';
  const words = isUnknown ? knownNames(operation, place, parts) : found && wordsOf(found, language);
  const example = found && exampleOf(found);
  return {
    name: parts.join('/'),
    place: place ?? found?.place,
    fault: Object.hasOwn(issueCodes, code ?? '')
      ? issueCodes[code as IssueCode][language]
      : undefined,
    must: isUnknown
      ? ruleTexts[language].isUnknown
      : found
        ? brokenRule(found, code, language)
        : undefined,
    rule: isUnknown && words ? ruleTexts[language].known(words) : (words ?? undefined),
    example:
      example === undefined || example === null || isUnknown
        ? undefined
        : shown(example, found?.place),
  };
}

type Found = { place: string; schema: Schema; isRequired: boolean; example: unknown };

function placeOf(operation: Operation, place: string | undefined, parts: string[]): Found | null {
  const { parameters, body } = operation;
  const parameter = parameters.find((one) => isNamed(one, place, parts));
  if (parameter) {
    const { schema = {}, required = false, example } = parameter;
    return { place: parameter.in, schema, isRequired: required, example };
  }
  if (!body || (place !== undefined && place !== 'body')) return null;
  let at: Omit<Found, 'place'> = { ...body, isRequired: true };
  for (const part of parts) {
    const next = /^\d+$/.test(part) ? at.schema.items : at.schema.properties?.[part];
    if (!next) return null;
    const isRequired = at.schema.required?.includes(part) ?? false;
    at = { schema: next, isRequired, example: inside(at.example, part) };
  }
  return { place: 'body', ...at };
}

const isNamed = (one: Parameter, place: string | undefined, [name]: string[]) =>
  one.name === name && (place === undefined || one.in === place);

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function knownNames(operation: Operation | null, place: string | undefined, parts: string[]) {
  if (!operation) return undefined;
  if (place === 'query') {
    const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    return names.join(', ') || undefined;
  }
  const above = placeOf(operation, 'body', parts.slice(0, -1));
  return Object.keys(above?.schema.properties ?? {}).join(', ') || undefined;
}

/** The rule of a value in words, such as "Text of 1 to 120 characters. Required." */
function wordsOf(found: Found, language: Language): string | undefined {
  const t = ruleTexts[language];
  const kind = kindOf(found, language);
  if (!kind) return undefined;
  const first = found.schema.type === 'boolean' ? kind.slice(0, 1) : kind.slice(0, 1).toUpperCase();
  return `${first}${kind.slice(1)}. ${found.isRequired ? t.required : t.optional}`;
}

/** More values make no headline. */
const FEW_VALUES = 6;

/** What the document says about a fault. A rule that the value may have kept is not named. */
function brokenRule(
  found: Found,
  code: string | undefined,
  language: Language,
): string | undefined {
  const t = ruleTexts[language];
  const { schema } = found;
  const kind = kindOf(found, language);
  const example = exampleOf(found);
  const has = (...names: (keyof Schema)[]) => names.some((name) => schema[name] !== undefined);
  if (!kind) return undefined;
  switch (code) {
    case 'invalid_type':
      return schema.enum ? undefined : t.must(kind);
    case 'invalid_format':
      if (!Object.hasOwn(t.formats, schema.format ?? '')) return undefined;
      return t.must(kind) + (typeof example === 'string' ? t.like(example) : '');
    case 'too_small':
      return has('minLength', 'minimum', 'minItems') ? t.must(kind) : undefined;
    case 'too_big':
      return has('maxLength', 'maximum', 'maxItems') ? t.must(kind) : undefined;
    case 'invalid_value':
      // A parameter of the address that is no number, or one beyond its bounds.
      if (schema.type === 'integer' || schema.type === 'number') return t.must(kind);
      return schema.enum && schema.enum.length <= FEW_VALUES
        ? t.mustBeOneOf(valuesOf(schema))
        : undefined;
    default:
      return undefined;
  }
}

const valuesOf = (schema: Schema) => (schema.enum ?? []).filter((one) => one !== null).join(', ');

function kindOf({ schema }: Found, language: Language): string | undefined {
  const t = ruleTexts[language];
  const types = [schema.type ?? []].flat();
  const type = types.find((one) => one !== 'null') ?? '';
  const bounds = (low: number | undefined, high: number | undefined) =>
    t.bounds(
      ...(([low, high] as const).map((n) =>
        n === undefined ? undefined : numberText(n, language),
      ) as [string | undefined, string | undefined]),
    );
  const kind = schema.enum
    ? t.oneOf(valuesOf(schema))
    : type === 'string'
      ? (t.formats[schema.format ?? ''] ?? t.text(bounds(schema.minLength, schema.maxLength)))
      : type === 'integer' || type === 'number'
        ? t[type](bounds(schema.minimum, schema.maximum))
        : type === 'array'
          ? t.array(bounds(schema.minItems, schema.maxItems))
          : t.types[type];
  return kind && `${kind}${types.includes('null') ? t.orNull : ''}`;
}

function exampleOf({ schema, example }: Found): unknown {
  const [first] = schema.examples ?? schema.enum ?? [];
  const byFormat: Record<string, string> = {
    date: '2026-12-04',
    'date-time': '2026-12-04T09:00:00Z',
  };
  return (
    example ??
    schema.example ??
    first ??
    schema.default ??
    byFormat[schema.format ?? ''] ??
    schema.minimum
  );
}

/** In a body an example is JSON. Elsewhere it is plain text. */
function shown(example: unknown, place: string | undefined): string {
  return place === 'body' || typeof example === 'object'
    ? JSON.stringify(example)
    : String(example);
}
