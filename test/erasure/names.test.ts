import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullNameOf, replacerOf } from '../../src/features/erasure/replace-names.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();
const anna = replacerOf({ name: 'Anna Müller', addresses: ['a.mueller@example.com'] });

describe('a text that names the person loses the name and the addresses, and nothing else', () => {
  test.each([
    ['Anna Müller übt.', '[erased] übt.'],
    ['ANNA  MÜLLER, anna müller', '[erased], [erased]'],
    ['Anna Mu\u0308ller', '[erased]'],
    ['<A.Mueller@example.com>', '<erased@erased.invalid>'],
    ['mailto:a.mueller@example.com?x', 'mailto:erased@erased.invalid?x'],
    ['Mail a.mueller@example.com.', 'Mail erased@erased.invalid.'],
  ])('%j', (text, expected) => {
    expect(anna.text(text)).toBe(expected);
  });

  test.each([
    'Hanna Müller',
    'Anna Müllers',
    'Anna',
    'Müller, Anna',
    'aa.mueller@example.com',
    'a.mueller@example.com.au',
    'a.mueller@example.community',
    '-a.mueller@example.com',
  ])('%j is about somebody else', (text) => {
    expect(anna.text(text)).toBeUndefined();
  });
});

test('a single word is the name of others too, and is not looked for', () => {
  expect(fullNameOf('Anna')).toBeNull();
  expect(fullNameOf('A. B.')).toBeNull();
  expect(fullNameOf(null)).toBeNull();
  expect(fullNameOf('Anna Müller')).toBe('Anna Müller');
});

/** Names and addresses with all characters that JSON, patterns or regular expressions treat in their own way. */
const awkward = fc.string({ unit: fc.constantFrom(...'ab%_\\"\'.*+?^$()[]{}|/\n\té—') });
const name = fc.tuple(awkward, awkward).map(([a, b]) => `Xx${a}x Yy${b}y`);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    fc.constantFrom(null, true, 7),
    fc.string(),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
  ),
})).any;

describe('whatever the name has in it', () => {
  test('PostgreSQL looks at each text in which it is, as text and as JSON, whatever the case', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (own) => {
        const { patterns } = replacerOf({ name: own, addresses: [] });
        const texts = [own, own.toUpperCase(), own.replaceAll(/\s/g, '  '), JSON.stringify([own])];
        const { rows } = await database().pool.query(
          `select t, (select j::jsonb::text ilike any ($2::text[]) from (select $3 as j) x) as json
           from unnest($1::text[]) t where t ilike any ($2::text[])`,
          [texts, patterns, JSON.stringify([own])],
        );
        expect(rows.map(({ t, json }) => [t, json])).toEqual(texts.map((text) => [text, true]));
      }),
    );
  });

  test('it is found in a text, with the words around it kept', () => {
    fc.assert(
      fc.property(name, (own) => {
        const { text } = replacerOf({ name: own, addresses: [] });
        expect(text(`(${own})`)).toBe('([erased])');
      }),
    );
  });

  test('JSON stays JSON, and what does not have the name stays as it is', () => {
    fc.assert(
      fc.property(name, values, (own, value) => {
        const { json } = replacerOf({ name: own, addresses: [] });
        const stays = JSON.stringify({ value });
        expect(json(stays)).toBeUndefined();
        const changed = json(JSON.stringify({ value, texts: [`by ${own}`], [own]: own }));
        expect(JSON.parse(changed ?? '')).toEqual({
          ...JSON.parse(stays),
          ...{ texts: ['by [erased]'], '[erased]': '[erased]' },
        });
      }),
    );
  });
});
