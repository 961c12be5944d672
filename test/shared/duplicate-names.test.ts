import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonDocument } from '../../src/shared/json/json-document.ts';

/** A JSON value as text, and the pointers of the names that occur twice in it, in order. */
type Written = { text: string; twice: string[] };

const space = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ');
const tricky = fc.constantFrom('a', 'b:', '"', '\\', '\\\\"', '{"a":1}', '],[', 'ü : ', '-1');
/** Writes a text with or without escapes, which mean the same. */
const string = fc.tuple(tricky, fc.boolean()).map(([value, escaped]) => {
  if (!escaped) return { value, text: JSON.stringify(value) };
  const units = Array.from(value, (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return { value, text: `"${units.map((digits) => `\\u${digits}`).join('')}"` };
});
const scalar = fc.oneof(
  string.map(({ text }) => text),
  fc.constantFrom('0', '-1.5e3', 'true', 'null', '[]', '{}'),
);

const { object } = fc.letrec<{ object: Written; array: Written; value: Written }>((tie) => ({
  object: fc
    .array(fc.tuple(string, space, space, tie('value'), space), { maxLength: 5 })
    .map((members) => {
      const seen = new Set<string>();
      const twice = members.flatMap(([name, , , { twice: inside }]) => {
        const here = `/${name.value}`;
        const own = seen.has(name.value) ? [here] : [];
        seen.add(name.value);
        return [...own, ...inside.map((pointer) => here + pointer)];
      });
      const texts = members.map(
        ([name, before, after, { text }, end]) => `${name.text}${before}:${after}${text}${end}`,
      );
      return { text: `{${texts.join()}}`, twice };
    }),
  array: fc.array(fc.tuple(space, tie('value'), space), { maxLength: 4 }).map((items) => ({
    text: `[${items.map(([before, { text }, after]) => before + text + after).join()}]`,
    twice: items.flatMap(([, { twice }], index) => twice.map((pointer) => `/${index}${pointer}`)),
  })),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar.map((text) => ({ text, twice: [] })),
    tie('array'),
    tie('object'),
  ),
}));

test('every name that occurs twice in an object is an issue, however it is written', () => {
  fc.assert(
    fc.property(object, ({ text, twice }) => {
      const document = parseJsonDocument(Buffer.from(text));
      const found = document.ok ? [] : document.issues;
      expect(found.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual(
        twice.slice(0, 20).map((pointer) => `${pointer} duplicate`),
      );
    }),
    { numRuns: 2000 },
  );
});
