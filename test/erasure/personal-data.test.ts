import { expect, test } from 'vitest';
import type { PersonalTables } from '../../src/features/erasure/personal-columns.ts';
import {
  decidedColumns,
  otherPersonalData,
  personalData,
  walksForNames,
} from '../../src/features/erasure/personal-data.schema.ts';
import { replaceInJson } from '../../src/features/erasure/replace-in-json.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { useDatabase } from '../harness/use-database.ts';
import { heldColumns } from './harness/held-columns.ts';

const database = useDatabase();

test('the list says for every column with text, JSON, bytes or addresses what an erasure does with it', async () => {
  const held = await heldColumns(database().pool);
  const ofTables = Object.entries({ ...otherPersonalData, ...personalData }).map(
    ([name, table]) => {
      const columns = decidedColumns(table);
      expect(new Set(columns).size, `a column of ${name} stands twice`).toBe(columns.length);
      return [name.replace('public.', ''), columns.toSorted()] as const;
    },
  );
  expect(
    Object.fromEntries(held),
    'Say in a *-data.schema.ts of src/features/erasure what an erasure does with each column',
  ).toEqual(Object.fromEntries(ofTables.filter(([, columns]) => columns.length > 0)));
});

test('an erasure of a column that a walk cannot change does not compile', () => {
  const walk = ['id'] as const;
  const cases: PersonalTables[] = [
    { member: { walk, erase: { email: { named: 'text' } } } },
    { team_catalog_entry: { walk, erase: { names: { named: 'texts' } } } },
    { member: { walk, erase: { former_addresses: { named: 'list' } } } },
    // @ts-expect-error An array of texts is no JSON.
    { member: { walk, erase: { former_addresses: { named: 'texts' } } } },
    // @ts-expect-error An array of texts is no text.
    { member: { walk, erase: { former_addresses: { named: 'text' } } } },
    // @ts-expect-error A text is no JSON.
    { member: { walk, erase: { email: { named: 'texts' } } } },
    // @ts-expect-error There is no such column.
    { member: { walk, erase: { surname: { named: 'text' } } } },
  ];
  expect(cases).toHaveLength(7);
});

test('a column that is kept has a reason', () => {
  for (const [name, { keep = {} }] of Object.entries(personalData)) {
    for (const reason of Object.values(keep)) expect(reason, name).toMatch(/\w{3}/);
  }
});

test('an erasure knows the longest text of each column that it changes', async () => {
  const { rows } = await database().pool.query<{ name: string; most: number }>(
    `select c.conrelid::regclass || '.' || found[1] as name, found[2]::integer as most
     from pg_constraint c,
       regexp_matches(pg_get_constraintdef(c.oid), 'char_length\\((\\w+)\\) <= (\\d+)') found
     where c.contype = 'c'`,
  );
  const limits = new Map(rows.map(({ name, most }) => [name, most]));
  expect(limits.get('assignment.title')).toBe(120);
  for (const { table, columns } of walksForNames()) {
    for (const { name, most } of columns) {
      const limit = limits.get(`${table}.${name}`) ?? Number.POSITIVE_INFINITY;
      expect([table, name, most]).toEqual([table, name, limit]);
    }
  }
});

test('each walk of an erasure follows an index of its table, whichever table grows', async () => {
  for (const { table, keys } of walksForNames()) {
    const { rows } = await database().pool.query<{ columns: string[] }>(
      `select array(select a.attname::text from unnest(i.indkey::smallint[]) with ordinality k (n, at)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by k.at) as columns
       from pg_index i where i.indrelid = $1::regclass`,
      [table],
    );
    const begins = rows.some(({ columns }) =>
      columns.join().startsWith(['tenant_id', ...keys].join()),
    );
    expect([table, begins]).toEqual([table, true]);
  }
});

test('the list says for every text of a stored response whether an erasure changes it', () => {
  const fields = new Set<string>();
  const document = openApiDocument();
  for (const { get: _, ...changes } of Object.values(document.paths ?? {})) {
    collectTexts(
      Object.values(changes).map(({ responses }) => responses),
      fields,
    );
  }
  const stays = [...fields].filter((field) => {
    const record = { data: [{ [field]: 'text' }] };
    return JSON.stringify(replaceInJson(record, 'record', () => '')).includes('text');
  });
  const say = 'Say `named` of a new text of people in a *-data.schema.ts of src/features/erasure';
  expect(stays.toSorted(), say).toEqual(
    `api_version code completed_training_id delivery_id detail dimension error event_type events
     field focus_dimension id in industry_id member_id member_user_id persona_id personality_id
     pointer replay_id required_scope role secret situation_id status url user_id`.split(/\s+/),
  );

  /** The names of fields with strings that are neither enumerated nor of a format. */
  function collectTexts(schema: unknown, into: Set<string>, name = ''): void {
    if (typeof schema !== 'object' || schema === null) return;
    const existing = schema as Record<string, unknown>;
    if (typeof existing.$ref === 'string') {
      const found = existing.$ref
        .split('/')
        .slice(1)
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
      collectTexts(found, into, name);
    }
    const isText = [existing.type].flat().includes('string');
    if (isText && name !== '' && !existing.enum && !existing.format && !existing.const)
      into.add(name);
    for (const [key, part] of Object.entries(existing)) {
      if (/^(description|example|examples|headers|links)$/.test(key)) continue;
      if (key !== 'properties') collectTexts(part, into, name);
      else
        for (const [field, inner] of Object.entries(part ?? {})) collectTexts(inner, into, field);
    }
  }
});
