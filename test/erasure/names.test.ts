import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TeamDb } from '../../src/db/team-db.ts';
import { eraseNames } from '../../src/features/erasure/erase-names.ts';
import { mayName, replacerOf } from '../../src/features/erasure/replace-names.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();
const jurg = replacerOf({ names: ['Jürg Zwirbel'], addresses: ['j.zwirbel@example.com'] });

describe('a text that names the person loses the name and the addresses, and nothing else', () => {
  test.each([
    ['Jürg Zwirbel übt.', '[erased] übt.'],
    ['JÜRG  ZWIRBEL, jürg zwirbel', '[erased], [erased]'],
    ['Jürg\u00a0Zwirbel, Jürg\n\tZwirbel', '[erased], [erased]'],
    ['Zwirbel, Jürg', '[erased]'],
    ['Zwirbel Jürg; ZWIRBEL,Jürg', '[erased]; [erased]'],
    ['Jürg Zwirbels Ziel', '[erased] Ziel'],
    ['Zwirbel Jürgs Ziel', '[erased] Ziel'],
    ["Jürg Zwirbel's and Jürg Zwirbel’s", "[erased]'s and [erased]’s"],
    ['Juerg Zwirbel, JUERG ZWIRBELS', '[erased], [erased]'],
    ['Jurg Zwirbel, Zwirbel, Juerg', '[erased], [erased]'],
    ['Ju\u0308rg Zwirbel', '[erased]'],
    ['Dr. Jürg Zwirbel, Zwirbel, Dr. Jürg', 'Dr. [erased], [erased]'],
    ['Jürg M. Zwirbel', '[erased]'],
    ['Jürg-Zwirbel, juerg.zwirbel, JUERG_ZWIRBEL', '[erased], [erased], [erased]'],
    ['Jürg Zwirbel-Moser', '[erased]-Moser'],
    ['Jürg (Zwirbel), (Jürg) Zwirbel, Jürg(Zwirbel)', '[erased]), ([erased], [erased])'],
    ['Jürg "Zwirbel", „Jürg“ „Zwirbel“', '[erased]", „[erased]“'],
    ['Jürg/Zwirbel, Zwirbel+Jürg, Jürg / Zwirbel', '[erased], [erased], [erased]'],
    ['Jürg\u00ad Zwirbel, Jürg\u200bZwirbel', '[erased], [erased]'],
    ['Jü\u00adrg Zwir\u00ad\u200bbel\u00ads Ziel', '[erased] Ziel'],
    ['\ufeffJürg Zwirbel\u200b.\u200b', '\ufeff[erased]\u200b.\u200b'],
    ['j.zwir\u00adbel\u200b@example.com', 'erased@erased.invalid'],
    ['<J.Zwirbel@example.com>', '<erased@erased.invalid>'],
    ['mailto:j.zwirbel@example.com?x', 'mailto:erased@erased.invalid?x'],
    ['Mail j.zwirbel@example.com.', 'Mail erased@erased.invalid.'],
  ])('%j', (text, expected) => {
    expect(jurg.text(text)).toBe(expected);
  });

  test.each([
    ['a given name alone', 'Jürg, Jürgs'],
    ['a family name alone', 'Herr Zwirbel, Zwirbels'],
    ['an initial', 'J. Zwirbel, J.Z.'],
    ['another name that has it', 'Björg Zwirbel; Jürg Zwirbelmann; Jürgen Zwirbel'],
    ['words between', 'Jürg und Frau Zwirbel'],
    ['its letters in one word', 'Jürgzwirbel, jürgZWIRBEL'],
    ['other signs between', 'Jürg: Zwirbel; Jürg = Zwirbel; Jürg ((( Zwirbel'],
    ['format characters alone', 'Jürg\u00ad; Zwir\u200bbel'],
    ['a word with a soft hyphen', 'J\u00fcrg\u00adzwirbel'],
    ['two sentences', 'Das war Jürg. Zwirbel kam.'],
    ['a longer address', 'jj.zwirbel@example.com, j.zwirbel@example.com.au'],
    ['a longer domain', 'j.zwirbel@example.community, -j.zwirbel@example.com'],
  ])('%s is left: %j', (_, text) => {
    expect(jurg.text(text)).toBeUndefined();
  });
});

test.each([
  [
    'Anna Maria Groß',
    'Anna Groß, ANNA MARIA GROSS, Groß, Anna Maria',
    '[erased], [erased], [erased]',
  ],
  ['Prof. Dr. Uwe Muellers', 'Uwe Müllers, Müllers, Uwe', '[erased], [erased]'],
  ['Zwirbel, Jürg', 'Jürg Zwirbel', '[erased]'],
  ['Hans-Peter Ruß', 'Hans Peter Russ, Hanspeter Ruß', '[erased], [erased]'],
  ['Jana Weiss', 'Jana Weiß, WEISS, JANA; Weiß, Jana', '[erased], [erased]; [erased]'],
  ['Ludwig van Beethoven', 'van Beethoven, Ludwig; Beethoven, Ludwig van', '[erased]; [erased]'],
  ["Séan O'Brien", 'Sean O’Brien, SEAN OBRIEN', '[erased], [erased]'],
  ['Håkon Åse', 'Haakon Aase, HAKON ÅSE, Ha\u030akon Ase', '[erased], [erased], [erased]'],
  ['Søren Ægir', 'Soeren Aegir, Soren Ægir', '[erased], [erased]'],
  ['李 小龙', '李 小龙', undefined],
  ['Лев Толстой', 'ТОЛСТОЙ, ЛЕВ', '[erased]'],
])('%j is found in %j', (own, text, expected) => {
  expect(replacerOf({ names: [own], addresses: [] }).text(text)).toBe(expected);
});

test('each name of the person is looked for, longer ones first', () => {
  const both = replacerOf({ names: ['Anna Moser', 'Anna Moser-Zwirbel', 'Anna'], addresses: [] });
  expect(both.text('Anna Moser-Zwirbel, Anna Moser, Anna')).toBe('[erased], [erased], Anna');
});

test.each([
  ['numbers', 'Jürg Zwirbel 2', 'Jürg Zwirbel, 2', '[erased], 2'],
  ['an id', 'Jürg ten_01 Zwirbel', 'ten_01: Zwirbel, Jürg', 'ten_01: [erased]'],
  ['initials and titles', 'Dipl.-Ing. J. R. Zwirbel Moser', 'Zwirbel Moser', '[erased]'],
])('a name with %s: %j is found in %j', (_, own, text, expected) => {
  expect(replacerOf({ names: [own], addresses: [] }).text(text)).toBe(expected);
});

test.each([
  'ten_01 user_id',
  'evaluations:read users:read',
  'training.completed',
  '2026-11-22 10:00',
  'https://night.example /app',
  'j.zwirbel@example.com or@example.com',
  '*.* 100 %',
  'a_b c_d',
])('a text that is no name is not looked for: %j', (own) => {
  expect(replacerOf({ names: [own], addresses: [] }).patterns).toEqual([]);
});

test("names are erased in JSON: everywhere in a customer's, in texts of ours, and in some fields of records", () => {
  const value = {
    id: 'Jürg Zwirbel',
    'Jürg Zwirbel': 1,
    title: 'Jürg Zwirbel',
    names: { 'Jürg Zwirbel': ['Jürg Zwirbel'] },
    fields: { 'Jürg Zwirbel': 1 },
  };
  const found = (kind: 'free' | 'texts' | 'record') =>
    JSON.parse(jurg.json(JSON.stringify({ data: [value] }), kind) ?? '').data[0];
  expect(found('free')).toEqual({
    id: '[erased]',
    '[erased]': 1,
    title: '[erased]',
    names: { '[erased]': ['[erased]'] },
    fields: { '[erased]': 1 },
  });
  const ours = { ...value, title: '[erased]', names: { 'Jürg Zwirbel': ['[erased]'] } };
  expect(found('texts')).toEqual({ ...ours, id: '[erased]' });
  expect(found('record')).toEqual({ ...ours, fields: { '[erased]': 1 } });
});

test.each([
  ['initials', `${'a. '.repeat(60)}Bb Cc`, 'a. '.repeat(1_500)],
  ['letters that may be two', `Bb ${'åa'.repeat(80)}b`, `Bb ${'a'.repeat(4_000)}`],
  ['hyphens', `Bb a${"-'".repeat(80)}b Cc`, `Bb a${'-'.repeat(4_000)}`],
  ['marks', 'Bb "Cc" Dd', `Bb${'" ("'.repeat(1_500)}`],
  ['format characters', 'Bb Cc', `B${'\u00adb'.repeat(4_000)}`],
  ['hyphens between letters', `Bb${' - a-'.repeat(30)}b`, `Bb${' - a-'.repeat(900)}`],
])('a name with many %s is searched for quickly', (_, own, text) => {
  expect(replacerOf({ names: [own], addresses: [] }).text(text)).toBeUndefined();
});

test('a single word may be the name of others, and is not looked for', () => {
  for (const name of ['Anna', 'A. B.', '']) {
    expect(replacerOf({ names: [name], addresses: [] }).patterns).toEqual([]);
  }
});

/** Names with characters that JSON, patterns or regular expressions treat specially. */
const awkward = fc.string({
  unit: fc.constantFrom(...'abé\n\t', "'b", '’é', 'a·a', 'a-b', 'a—a', 'b) ("a', 'a» «b'),
  maxLength: 5,
});
const name = fc.tuple(awkward, awkward).map(([a, b]) => `Xx${a}x Yy${b}y`);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    fc.constantFrom(null, true, 7),
    fc.string(),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
  ),
})).any;

describe('whatever the name contains', () => {
  test('PostgreSQL finds every text with the name, as text and as JSON, in any case', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (own) => {
        const { patterns } = replacerOf({ names: [own], addresses: [] });
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

  test('it is found in a text, and the words around it stay', () => {
    fc.assert(
      fc.property(name, (own) => {
        const { text } = replacerOf({ names: [own], addresses: [] });
        expect(text(`(${own})`)).toBe('([erased])');
      }),
    );
  });

  test('format characters do not count, and PostgreSQL finds each text with one', async () => {
    const format = fc.constantFrom('\u00ad', '\u200b', '\u2060', '\ufeff', '\u{e0001}');
    const holes = fc.array(fc.tuple(fc.nat(), format), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.string(), name, fc.string(), holes, async (head, own, tail, added) => {
        const { text, patterns } = replacerOf({ names: [own], addresses: [] });
        const letters = [...own];
        for (const [at, sign] of added) letters.splice(1 + (at % (letters.length - 1)), 0, sign);
        const [before, after] = [`${head} | `, ` | ${tail}`];
        const marked = letters.join('');
        expect(text(before + marked + after)).toBe(`${before}[erased]${after}`);
        const { rows } = await database().pool.query(
          `select ${mayName('$1::text', '$2')} as found`,
          [marked, patterns],
        );
        expect(rows).toEqual([{ found: true }]);
      }),
    );
  });

  test('only its words beside each other go, and all other words and signs stay', () => {
    const { text } = replacerOf({ names: ['Aqqqq Bwwww'], addresses: [] });
    const words = ['Aqqqq', 'bWWWW', 'aqqqqbwwww', 'xaqqqq', 'bwwwwen', 'undso'];
    const near = [' ', ', ', '-', ' / ', '+', ' (', '" "', '.', '_', '\u200b ', '\n'];
    const apart = [': ', ' & ', '; ', ' = ', ' ((( ', '. ', '\u00ad: ', ' 1 '];
    const parts = fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...near, ...apart)));
    fc.assert(
      fc.property(parts, (list) => {
        const rest = [...list];
        for (const pair of ['Aqqqq bWWWW', 'bWWWW Aqqqq']) {
          for (let i = 0; i + 1 < rest.length; i += 1) {
            const [first, second] = rest.slice(i, i + 2);
            if (`${first?.[0]} ${second?.[0]}` !== pair || !near.includes(first?.[1] ?? ''))
              continue;
            rest.splice(i, 2, ['[erased]', second?.[1] ?? '']);
          }
        }
        const [whole, left] = [list, rest].map((some) => some.flat().join(''));
        expect(text(whole ?? '') ?? whole).toBe(left);
      }),
    );
  });

  test('JSON stays JSON, and JSON without the name does not change', () => {
    fc.assert(
      fc.property(name, values, (own, value) => {
        const { json } = replacerOf({ names: [own], addresses: [] });
        const stays = JSON.stringify({ value });
        expect(json(stays, 'free')).toBeUndefined();
        const changed = json(JSON.stringify({ value, texts: [`by ${own}`], [own]: own }), 'free');
        expect(JSON.parse(changed ?? '')).toEqual({
          ...JSON.parse(stays),
          texts: ['by [erased]'],
          '[erased]': '[erased]',
        });
      }),
    );
  });
});

test('PostgreSQL looks for exactly the format characters of JavaScript', async () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code !== 0 && (code < 0xd800 || code > 0xdfff),
  );
  const { rows } = await database().pool.query<{ found: number[] }>(
    `select array_agg(c) as found from unnest($1::integer[]) c where ${mayName('chr(c)', 'array[]')}`,
    [all],
  );
  expect(rows[0]?.found).toEqual(all.filter((code) => /\p{Cf}/u.test(String.fromCodePoint(code))));
});

test('a list of texts loses the name in each text; its other texts, and an empty list, stay', async () => {
  const { pool } = database();
  await pool.query(`insert into tenant (id, name, plan, seats, rate_limit_per_min, created_at)
    values ('ten_lists', 'Lists', 'team', 5, 600, now())`);
  const lists = [
    ['Zwirbel, Jürg', 'a "b", {c}', 'Jürg Zwirbel, who is late', null],
    [],
    ['Nobody'],
  ];
  for (const [n, list] of lists.entries()) {
    await pool.query(
      `insert into member (tenant_id, id, email, role, status, former_addresses, created_through, created_at)
       values ('ten_lists', $1, $1 || '@example.com', 'member', 'invited', $2, 'api', now())`,
      [`mem_${n}`, list],
    );
  }
  const column = { name: 'former_addresses', named: 'list', most: 12 } as const;
  const walk = { table: 'member', keys: ['id'], columns: [column] };
  const place = { replacer: jurg, after: null, size: 10 };
  expect(await eraseNames(new TeamDb(pool, 'ten_lists'), walk, place)).toBeNull();
  const { rows } = await pool.query<{ list: (string | null)[] }>(
    `select former_addresses as list from member where tenant_id = 'ten_lists' order by id`,
  );
  expect(rows.map(({ list }) => list)).toEqual([
    ['[erased]', 'a "b", {c}', '[erased], wh', null],
    [],
    ['Nobody'],
  ]);
});
