import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadBulk } from '../../src/seed/bulk/load-bulk.ts';
import { families } from '../db/harness/families.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const size = {
  teams: 3,
  keys: 2,
  members: 4,
  trainings: 45,
  assignments: 6,
  deals: 5,
  rateLimit: 777,
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-load-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function count(text: string): Promise<number> {
  return Number((await api().sql.query(`select count(*) ${text}`)).rows[0].count);
}

type Line = {
  tenant_id: string;
  key_id: string;
  key: string;
  member_ids: string[];
  assignment_ids: string[];
};

async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A connection of an account that may not skip the checks of foreign keys. */
async function plainPool(): Promise<{ pool: pg.Pool; role: string; drop(): Promise<void> }> {
  const role = `plain_${randomBytes(6).toString('hex')}`;
  await api().sql.query(`create role ${role}`);
  await api().sql.query(`grant all on all tables in schema public to ${role}`);
  const pool = new pg.Pool({
    connectionString: api().database.url,
    max: 2,
    options: `-c role=${role} -c client_min_messages=error`,
  });
  const drop = async () => {
    await pool.end();
    await api().sql.query(`drop owned by ${role}`);
    await api().sql.query(`drop role ${role}`);
  };
  return { pool, role, drop };
}

describe.each([
  ['as superuser', false],
  ['as an ordinary account', true],
])('load %s', (_, plain) => {
  let file: string;
  let lines: Line[];

  beforeAll(async () => {
    file = path.join(folder, `keys-${plain}.ndjson`);
    const { pool, drop } = plain ? await plainPool() : { pool: api().sql, drop: async () => {} };
    const loaded = await loadBulk(pool, size, file, api().clock.now());
    await drop();
    expect(loaded).toMatchObject({ teams: 3, keys: 6, file });
    lines = await linesOf(file);
  });

  test('FILE holds every key, for this account only, and each key works', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(lines).toHaveLength(6);
    expect(new Set(lines.map(({ tenant_id }) => tenant_id)).size).toBe(3);
    for (const { tenant_id, key, member_ids, assignment_ids } of lines) {
      const me = await api().request('GET', '/me', { key });
      expect(me.body).toMatchObject({ tenant_id, rate_limit_per_min: 777 });
      expect((await api().request('GET', '/events', { key })).status).toBe(200);
      expect(member_ids).toHaveLength(4);
      expect(assignment_ids).toHaveLength(2);
      for (const id of assignment_ids) {
        expect((await api().request('GET', `/assignments/${id}`, { key })).status).toBe(200);
      }
    }
  });

  test('the numbers are per team', async () => {
    const tenants = [...new Set(lines.map(({ tenant_id }) => `'${tenant_id}'`))].join();
    const rowsOf = (table: string) => count(`from ${table} where tenant_id in (${tenants})`);
    expect(await rowsOf('member')).toBe(12);
    expect(await rowsOf('training')).toBe(135);
    expect(await rowsOf('assignment')).toBe(18);
    expect(await rowsOf('crm_deal')).toBe(15);
    expect(await rowsOf('evaluation')).toBe(
      await count(`from training where status = 'scored' and tenant_id in (${tenants})`),
    );
    expect(
      await count(`from member where role = 'owner' and rights = '{schnittstellen}'
        and tenant_id in (${tenants})`),
    ).toBe(3);
  });

  test("every loaded member's account knows its team, so that the person can use the app", async () => {
    const teams = lines.map(({ tenant_id }) => `'${tenant_id}'`).join();
    const members = `from member m where m.tenant_id in (${teams})`;
    const existing = `(select from person_team t where t.person_id = m.user_id and t.tenant_id = m.tenant_id)`;
    expect(await count(`${members} and exists ${existing}`)).toBe(12);
  });

  test('a loaded member can be given a loaded combination', async () => {
    const [line] = lines;
    const { body } = await api().request('GET', `/assignments/${line?.assignment_ids[0]}`, {
      key: line?.key,
    });
    const { situation_id, personality_id, industry_id } = body;
    const made = await api().request('POST', '/assignments', {
      key: line?.key,
      body: {
        member_id: line?.member_ids[1],
        title: 'Again',
        situation_id,
        personality_id,
        industry_id,
      },
    });
    expect(made.status).toBe(201);
  });
});

test('every reference is valid, even if PostgreSQL did not check foreign keys', async () => {
  const { rows } = await api().sql.query<{
    name: string;
    child: string;
    parent: string;
    pairs: string[];
  }>(
    `select f.conname as name, f.conrelid::regclass::text as child,
       f.confrelid::regclass::text as parent,
       array(select 'p.' || p.attname || ' = c.' || c.attname
         from unnest(f.conkey, f.confkey) as k (c, p)
         join pg_attribute c on c.attrelid = f.conrelid and c.attnum = k.c
         join pg_attribute p on p.attrelid = f.confrelid and p.attnum = k.p) as pairs
     from pg_constraint f where f.contype = 'f'`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, child, parent, pairs } of rows) {
    const columns = pairs.map((pair) => `${pair.split(' = ')[1]} is not null`);
    const orphans = await count(
      `from ${child} c where ${columns.join(' and ')}
       and not exists (select from ${parent} p where ${pairs.join(' and ')})`,
    );
    expect.soft(orphans, name).toBe(0);
  }
  expect(await count(`from assignment where completed_training_id is not null`)).toBeGreaterThan(0);
  expect(
    await count(`from crm_deal d where not exists (select from member m
      where m.tenant_id = d.tenant_id and m.user_id = d.owner_user_id)`),
  ).toBe(0);
});

test('a load that fails leaves neither rows nor a file', async () => {
  const { pool, role, drop } = await plainPool();
  await api().sql.query(`revoke insert on crm_deal from ${role}`);
  const before = await count('from tenant');
  const file = path.join(folder, 'never.ndjson');
  await expect(loadBulk(pool, size, file, api().clock.now())).rejects.toThrow(/crm_deal/);
  await drop();
  expect(await count('from tenant')).toBe(before);
  expect(await readdir(folder)).not.toContain('never.ndjson');
});

test('a file that cannot be written is reported before anything is loaded', async () => {
  const before = await count('from tenant');
  await expect(
    loadBulk(api().sql, size, path.join(folder, 'missing', 'f'), api().clock.now()),
  ).rejects.toThrow(/^load: --out cannot be written/);
  expect(await count('from tenant')).toBe(before);
});

test('"no writing statement touches two families": team data may be spread, control stays', async () => {
  const tables = [...(await families()).entries()];
  const texts: string[] = [];
  const pool = new pg.Pool({ connectionString: api().database.url, max: 2 });
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      texts.push(typeof statement === 'string' ? statement : statement.text);
      return Reflect.apply(query, client, [statement, ...rest]);
    }) as typeof client.query;
  });
  await loadBulk(pool, size, path.join(folder, 'families.jsonl'), new Date());
  await pool.end();
  const inserts = texts.filter((text) => /^\s*insert into/.test(text));
  expect(inserts.length).toBeGreaterThan(7);
  for (const text of inserts) {
    const named = tables.filter(([, names]) =>
      names.some((name) => new RegExp(`\\b(into|from|join) ${name}\\b`).test(text)),
    );
    expect
      .soft(
        named.map(([family]) => family),
        text,
      )
      .toHaveLength(1);
  }
});
