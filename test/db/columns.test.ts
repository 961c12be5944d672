import { expect, test } from 'vitest';
import {
  assignmentsOf,
  type Columns,
  existingAssignmentsOf,
  namesOf,
  readOf,
  replacementsOf,
  rowsOf,
  valuesOf,
} from '../../src/db/columns.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

const all = {
  named: 'text',
  few: 'smallint',
  many: 'integer',
  exact: 'number',
  said: 'json',
  kept: 'jsonb',
  at: 'time',
  hash: 'bytes',
} as const satisfies Columns;
const key = { id: 'text' } as const;
const columns = { ...key, ...all };

const full = {
  id: 'a',
  named: 'Ä "b"',
  few: -3,
  many: 70_000,
  exact: 0.25,
  said: { b: 1, a: [null] },
  kept: [{ x: 'y' }],
  at: '2026-11-20T10:13:17.036Z',
  hash: '00ff7a',
};
const empty = { id: 'a', ...Object.fromEntries(Object.keys(all).map((name) => [name, null])) };

test('every kind of column comes back with the value that JSON would have, and null as null', async () => {
  const { pool } = database();
  await pool.query(`create table kind (id text primary key, named text, few smallint, many integer,
    exact double precision, said json, kept jsonb, at timestamptz(3), hash bytea)`);
  const write = (text: string, row: object) => pool.query(text, [JSON.stringify([row])]);
  const read = async () => (await pool.query(`select ${readOf(columns, 'k')} from kind k`)).rows;
  const rows = rowsOf(columns, '$1');
  const insert = `insert into kind (${namesOf(columns)}) select ${valuesOf(columns)} from ${rows}`;
  const update = `update kind k set ${assignmentsOf(all)} from ${rows} where k.id = r.id`;
  const fill = `update kind k set ${existingAssignmentsOf(all, 'k')} from ${rows} where k.id = r.id`;
  const save = `${insert} on conflict (id) do update set ${replacementsOf(all)}`;

  await write(insert, full);
  expect(await read()).toEqual([full]);
  await write(update, { id: 'a' });
  expect(await read()).toEqual([empty]);
  await write(update, full);
  await write(fill, empty);
  expect(await read()).toEqual([full]);
  await write(fill, { ...empty, many: 1 });
  expect(await read()).toEqual([{ ...full, many: 1 }]);
  await write(save, empty);
  expect(await read()).toEqual([empty]);
});
