import type { Language } from '../../shared/language.ts';
import { type Document, resolved, type Schema } from './read-document.ts';
import { referenceTexts } from './texts.ts';

type Kind = keyof (typeof referenceTexts)['en']['types'];

/** The type of a field in words: `string or null`, `array of objects`. */
export function typeWords(document: Document, schema: Schema, language: Language): string {
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
export function boundsOf(schema: Schema, language: Language): string[] {
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
