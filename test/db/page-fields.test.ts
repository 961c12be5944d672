import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoOf, type PageField, writeRows } from '../../src/db/pages/page-fields.ts';
import { trainingFields, trainingShape } from '../../src/features/trainings/trainings.schema.ts';
import { runs } from '../harness/rounds.ts';
import { insertTraining } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

// Some of these characters have a meaning in JSON or in the statement of a page.
const character = fc.oneof(
  fc.constantFrom('"', '\\', '\n', '\t', '\b', '\u0001', '\u001d', '\u001e', '\u001f', '\u007f'),
  fc.constantFrom('a', '/', ',', '{', 'ä', '\u2028', '\u{1f600}', ' '),
);
const text = fc.string({ unit: character, maxLength: 8 });
const nullable = fc.option(text);
const time = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const row = fc.record({
  source: text,
  situation_id: nullable,
  personality_id: nullable,
  industry_id: nullable,
  role_id: nullable,
  duration_s: fc.option(fc.nat()),
  external_ref: fc.option(fc.dictionary(text, fc.oneof(text, fc.double({ noNaN: true })))),
  created_at: time,
  finished_at: fc.option(time),
});

test('a page of trainings has the bytes that PostgreSQL would write, whatever the rows contain', async () => {
  const check = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
    const team = await makeTeam(api());
    for (const { external_ref, ...columns } of rows) {
      const ref = external_ref && JSON.stringify(external_ref, null, 1);
      await insertTraining(team, { ...columns, external_ref: ref });
    }
    const expected = await api().sql.query<{ data: string; ids: string[] }>(
      `select string_agg(row_to_json(s)::text, ',' order by t.created_at desc, t.id desc) as data
       from training t join member m on m.tenant_id = t.tenant_id and m.id = t.member_id
       cross join lateral (select ${trainingShape}) s where t.tenant_id = $1`,
      [team.tenantId],
    );
    const { text } = await team.request('GET', '/trainings');
    expect(text).toBe(`{"data":[${expected.rows[0]?.data}],"next_cursor":null}`);
    // Pages of one row, so that each row is the place of a cursor.
    const parts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await team.request('GET', `/trainings?limit=1&cursor=${cursor}`);
      cursor = page.body.next_cursor;
      parts.push(page.text.slice('{"data":['.length, page.text.lastIndexOf('],"next_cursor":')));
    }
    expect(parts.join(',')).toBe(expected.rows[0]?.data);
  });
  await fc.assert(check, { numRuns: runs({ few: 25, all: 300 }) });
});

test('a page of trainings has the values of their public shape, in its order', () => {
  const names = trainingShape.split(/,\s*(?![^(]*\))/).map((column) =>
    column
      .trim()
      .replace(/^.* as /, '')
      .replace(/^\w+\./, ''),
  );
  expect(trainingFields.map(({ name }) => name)).toEqual(names);
});

test('a time is written as iso() writes it, or is left to PostgreSQL', async () => {
  const { rows } = await api().sql.query<{ text: string; iso: string | null; year: number }>(
    `select (at::timestamptz(3))::text as text, iso(at::timestamptz(3)) as iso,
       extract(year from at)::integer as year
     from (select '0001-01-01Z'::timestamptz + n * interval '9 days 3 hours 7.1234567 s' as at
       from generate_series(-100, 450000, 7) n) t`,
  );
  for (const { text, iso, year } of rows) {
    expect([text, isoOf(text)]).toEqual([text, year >= 1 && year <= 9999 ? iso : null]);
  }
});

test.each([
  '2026-03-01 11:00:00+01',
  '2026-03-01 05:30:00-04:30',
  '0044-03-15 10:00:00+00 BC',
  '10000-01-01 00:00:00+00',
  '01.03.2026 10:00:00.007 UTC',
  'Sun Mar 01 10:00:00.007 2026 UTC',
  '03/01/2026 10:00:00.007 UTC',
  '2026-03-01 10:00:00.1234567+00',
  'infinity',
])('a time in another form, %s, is left to PostgreSQL', (text) => {
  expect(isoOf(text)).toBeNull();
  const fields: PageField[] = [{ name: 'at', column: 'at', kind: 'time' }];
  expect(writeRows(text, fields)).toBeNull();
});
