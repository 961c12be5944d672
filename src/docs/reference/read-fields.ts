import type { Language } from '../../shared/language/language.ts';
import { type Document, isRef, type Parameter, resolved, type Schema } from './read-document.ts';
import { referenceTexts } from './texts.ts';

/** Translates an English text of the document. */
export type Say = (english: string) => string;

/** A field of a body, a parameter or a header, as the page shows it. */
export type Field = {
  /** Its place, such as `score.dimensions.closing` or `data[].id`. */
  path: string;
  /** How many fields are around it. */
  depth: number;
  anchor: string;
  type: string;
  bounds: string[];
  isRequired: boolean;
  /** Its possible values. An open set may grow later. */
  values: { all: string[]; isOpen: boolean } | null;
  /** The text in Markdown. */
  text: string;
};

export type Reading = {
  document: Document;
  language: Language;
  say: Say;
  /** Links names in texts. The document itself has no links. */
  link: (markdown: string) => string;
};

/** The fields of a body and everything inside them, in the order of the document. */
export function fieldsOf(reading: Reading, schema: Schema, prefix: string): Field[] {
  return below(reading, schema, { path: '', depth: 0, prefix });
}

type Place = { path: string; depth: number; prefix: string };

function below(reading: Reading, schema: Schema, place: Place): Field[] {
  const { document } = reading;
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const own = resolved(document, part);
    const path = place.path === '' ? name : `${place.path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const at = { path, depth: place.depth, anchor: anchorOf(place.prefix, path) };
    return [
      { ...at, isRequired, ...meaningOf(reading, own) },
      ...inside(reading, own, { ...place, path, depth: place.depth + 1 }),
    ];
  });
}

/** The fields inside an object, or inside the entries of an array. */
function inside(reading: Reading, schema: Schema, place: Place): Field[] {
  const { items } = schema;
  if (!items) return below(reading, schema, place);
  const entry = resolved(reading.document, items);
  return below(reading, entry, { ...place, path: `${place.path}[]` });
}

function meaningOf(reading: Reading, schema: Schema) {
  const { document, language, say } = reading;
  return {
    type: typeWords(document, schema, language),
    bounds: boundsOf(schema, language),
    values: valuesOf(schema),
    text: schema.description ? say(schema.description) : '',
  };
}

/** The values of a closed set, or the known values of an open one. A single example makes no set. */
function valuesOf(schema: Schema): Field['values'] {
  const items = schema.items && !isRef(schema.items) ? schema.items : undefined;
  const closed = schema.enum ?? items?.enum;
  const all = closed ?? (schema.const === undefined ? schema.examples : [schema.const]) ?? [];
  const isWord = (value: unknown) => typeof value === 'string' && /^[\w.:]{1,24}$/.test(value);
  const words = all.filter((value) => value !== null);
  const isSet = closed !== undefined || schema.const !== undefined || isOpenSet(schema, words);
  if (!isSet || words.length === 0 || !words.every(isWord)) return null;
  return { all: words.map(String), isOpen: closed === undefined && schema.const === undefined };
}

function isOpenSet(schema: Schema, examples: readonly unknown[]): boolean {
  return examples.length > 1 || (schema.type === 'string' && !schema.format && !schema.pattern);
}

/** A parameter or a header. */
export function parameterField(reading: Reading, parameter: Parameter): Field {
  const schema = resolved(reading.document, parameter.schema ?? {});
  const { name, required = false, description = '' } = parameter;
  return {
    path: name,
    depth: 0,
    anchor: anchorOf(parameter.in, name),
    isRequired: required,
    ...meaningOf(reading, { ...schema, description }),
  };
}

/**
 * The anchor of a field: `score.tips[].issue` of the answer has `answer-score-tips-issue`. It is the same in all
 * languages, so that a link outlives a change of the language.
 */
export function anchorOf(prefix: string, path: string): string {
  const name = path.toLowerCase().replaceAll(/[^\w]+/g, '-');
  return `${prefix}-${name.replaceAll(/^-|-$/g, '')}`;
}

type Kind = keyof (typeof referenceTexts)['en']['types'];

/** The type of a field in words: `string or null`, `array of objects`. */
function typeWords(document: Document, schema: Schema, language: Language): string {
  const t = referenceTexts[language];
  const names = kindsOf(document, schema).map((kind) => {
    const items = kind === 'array' ? itemsOf(document, schema) : [];
    const inside = items.map((each) => t.typesInArray[each as Kind] ?? each).join(` ${t.or} `);
    return inside === '' ? (t.types[kind as Kind] ?? kind) : `${t.arrayOf} ${inside}`;
  });
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${t.or} ${last}`;
}

/** The types as JSON Schema names them, each once, and `null` last. */
function kindsOf(document: Document, schema: Schema): string[] {
  const parts = schema.anyOf?.map((part) => resolved(document, part)) ?? [schema];
  const kinds = parts.flatMap(({ type }) => type ?? []);
  return [...new Set(kinds)].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
}

/** The kinds of the entries of an array. */
function itemsOf(document: Document, schema: Schema): string[] {
  const parts = schema.anyOf?.map((part) => resolved(document, part)) ?? [schema];
  return parts.flatMap(({ items }) => (items ? kindsOf(document, resolved(document, items)) : []));
}

/** The bounds of a value: form, length or limits. */
function boundsOf(schema: Schema, language: Language): string[] {
  const t = referenceTexts[language];
  const { format, minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  return [
    ...(format ? [t.formats[format as keyof typeof t.formats] ?? format] : []),
    ...rangeOf(minLength, maxLength, t.characters),
    ...rangeOf(minimum, maximum, t.numbers),
    ...rangeOf(minItems, maxItems, t.entries),
    ...(pattern ? [t.pattern(pattern)] : []),
    ...(schema.default === undefined ? [] : [t.defaultIs(String(schema.default))]),
  ];
}

type Words = {
  exactly: (count: number) => string;
  between: (from: number, to: number) => string;
  atLeast: (count: number) => string;
  atMost: (count: number) => string;
};

function rangeOf(from: number | undefined, to: number | undefined, words: Words): string[] {
  // Every count and length is at least zero, so that is not worth saying.
  if (from === 0 && to === undefined) return [];
  if (from !== undefined && from === to) return [words.exactly(from)];
  if (from !== undefined && to !== undefined) return [words.between(from, to)];
  if (from !== undefined) return [words.atLeast(from)];
  return to === undefined ? [] : [words.atMost(to)];
}
