import type { Language } from '../../shared/language.ts';
import { type Document, isRef, resolved, type Schema } from './read-document.ts';
import { referenceTexts } from './texts.ts';

/** The type of a field in words: `string or null`, `array of object`. */
export function typeWords(document: Document, schema: Schema, language: Language): string {
  const t = referenceTexts[language];
  const parts = schema.anyOf?.map((part) => resolved(document, part)) ?? [schema];
  const names = parts.flatMap((part) => namesOf(document, part, language));
  return [...new Set(names)]
    .sort((a, b) => Number(a === 'null') - Number(b === 'null'))
    .join(` ${t.or} `);
}

function namesOf(document: Document, schema: Schema, language: Language): string[] {
  return [schema.type ?? []].flat().map((name) => {
    if (name !== 'array') return name;
    const { items } = schema;
    if (!items || (!isRef(items) && items.type === undefined)) return name;
    const of = typeWords(document, resolved(document, items), language);
    return `${referenceTexts[language].arrayOf} ${of}`;
  });
}

/** What a value must be beside its type: its form, its length or its bounds. */
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
  if (from !== undefined && from === to) return [words.exactly(from)];
  if (from !== undefined && to !== undefined) return [words.between(from, to)];
  if (from !== undefined) return [words.atLeast(from)];
  return to === undefined ? [] : [words.atMost(to)];
}
