import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  controlTables,
  controlViews,
  partitionOfTeamTable,
  referenceTables,
  teamTables,
  teamViews,
} from '../../src/db/table-families.ts';
import { tenantTables } from '../../src/db/tenant-bound.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { families } from './harness/families.ts';
import { migratedTables, partitionsOf, viewsWithTenant } from './harness/migrated-tables.ts';
import { describedTables } from './harness/prisma-schema.ts';
import type { Tables } from './harness/table-shape.ts';

let database: TestDatabase;
let migrated: Tables;
let described: Tables;
let tenantViews: string[];
let partitions: string[];

beforeAll(async () => {
  database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    migrated = await migratedTables(client);
    tenantViews = await viewsWithTenant(client);
    partitions = await partitionsOf(client);
  } finally {
    await client.end();
  }
  described = await describedTables();
});

afterAll(() => database.drop());

test('"schema.prisma and the migrated database agree": the same tables', () => {
  expect(Object.keys(described).sort()).toEqual(Object.keys(migrated).sort());
});

test('"schema.prisma and the migrated database agree": columns, keys, references and indexes', () => {
  for (const [table, shape] of Object.entries(migrated)) {
    expect(
      described[table],
      `${table}: prisma/schema.prisma and prisma/migrations do not agree`,
    ).toEqual(shape);
  }
});

test('"two families of tables": every table is under one heading', async () => {
  const grouped = await families();
  expect([...grouped.keys()]).toEqual(['control', 'global catalog', 'team data']);
  expect([...grouped.values()].flat().sort()).toEqual(Object.keys(migrated).sort());
});

test('the code knows the family of every table and view', async () => {
  const grouped = await families();
  expect(controlTables.toSorted()).toEqual(grouped.get('control')?.toSorted());
  expect(referenceTables.toSorted()).toEqual(grouped.get('global catalog')?.toSorted());
  expect(teamTables.toSorted()).toEqual(grouped.get('team data')?.toSorted());
  expect([...controlViews, ...teamViews].sort()).toEqual(tenantViews);
  expect(partitions.length).toBeGreaterThan(0);
  for (const name of partitions) expect.soft(name).toMatch(partitionOfTeamTable);
});

test('a table of teams is spread after those to which it refers', () => {
  const spread = new Set<string>();
  for (const table of teamTables) {
    for (const key of migrated[table]?.foreignKeys ?? []) {
      expect.soft([...spread], `${table} refers to ${key.table}`).toContain(key.table);
    }
    spread.add(table);
  }
});

test('"no foreign key crosses from one family to another"', async () => {
  for (const [family, tables] of await families()) {
    for (const table of tables) {
      for (const key of migrated[table]?.foreignKeys ?? []) {
        expect.soft(tables, `${table} of ${family} refers to ${key.table}`).toContain(key.table);
      }
    }
  }
});

test('"tenant_id first in every primary key, foreign key and index" of team data', async () => {
  const tables = (await families()).get('team data') ?? [];
  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) {
    const shape = migrated[table];
    expect.soft(shape?.primaryKey[0], `primary key of ${table}`).toBe('tenant_id');
    for (const key of shape?.foreignKeys ?? []) {
      expect
        .soft([key.columns[0], key.references[0]], `${table} to ${key.table}`)
        .toEqual(['tenant_id', 'tenant_id']);
    }
    for (const [name, index] of Object.entries(shape?.indexes ?? {})) {
      expect.soft(index.columns[0], name).toBe('tenant_id');
    }
  }
});

test('foreign keys within team data make no circle and set nothing to null', async () => {
  const tables = (await families()).get('team data') ?? [];
  const keysOf = (table: string) => migrated[table]?.foreignKeys ?? [];
  for (const table of tables) {
    for (const { onDelete } of keysOf(table)) {
      expect.soft(['NoAction', 'Cascade'], `of ${table}`).toContain(onDelete);
    }
    const reached = new Set<string>();
    const reach = (from: string): void => {
      for (const { table: to } of keysOf(from)) {
        if (reached.has(to)) continue;
        reached.add(to);
        reach(to);
      }
    };
    reach(table);
    expect.soft([...reached], `from ${table}`).not.toContain(table);
  }
});

test('every table and view with a tenant_id is one that statements must bind to the tenant', () => {
  const owned = Object.entries(migrated).filter(([, { columns }]) => columns.tenant_id);
  const names = ['tenant', ...owned.map(([table]) => table), ...tenantViews];
  expect(names.sort()).toEqual([...tenantTables].sort());
});

test('"timestamptz(3)": every time has milliseconds (D27)', () => {
  for (const [table, { columns }] of Object.entries(migrated)) {
    for (const [name, { type }] of Object.entries(columns)) {
      if (type.startsWith('time')) {
        expect.soft(type, `${table}.${name}`).toMatch(/^timestamp\(3\) with time zone(\[\])?$/);
      }
    }
  }
});
