import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { newTeam } from '../cli/harness/team.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const preload = pathToFileURL(path.resolve(import.meta.dirname, '../harness/wrong-clock.ts')).href;

/** The environment that shifts the clock of a process by `ms`. */
const ahead = (ms: number) => ({ NODE_OPTIONS: `--import=${preload}?ms=${ms}` });

async function database() {
  const { url, drop } = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  onTestFinished(async () => {
    await pool.end();
    await until('the database to be free', () =>
      drop().then(
        () => true,
        () => false,
      ),
    );
  });
  return { url, pool };
}

test('D97: a worker whose clock is two days ahead leaves the stored answers of today', async () => {
  const { url, pool } = await database();
  const { tenant_id } = await newTeam(pool);
  await pool.query(
    `insert into idempotency_record (tenant_id, lineage_id, key, fingerprint, status, body, created_at)
     select $1, 'lin_1', age, '', 201, '', now() - age::interval from unnest('{1 s,23 h,25 h}'::text[]) age`,
    [tenant_id],
  );
  const round = new Spawned('test/processes/harness/one-round-process.ts', {
    ...ahead(2 * DAY),
    DATABASE_URL: url,
  });
  expect([(await round.ended).code, round.stdout, round.stderr]).toEqual([0, '', '']);
  const { rows } = await pool.query('select key from idempotency_record order by key');
  expect(rows).toEqual([{ key: '1 s' }, { key: '23 h' }]);
});

test('D54: API processes whose clocks differ share one window', async () => {
  const { url, pool } = await database();
  const team = await newTeam(pool);
  const { key } = await team.do((call) =>
    createKey(call, { name: 'Shared', scopes: ['users:read'] }),
  );
  const start = async (ms: number) => {
    const PORT = String(await freePort());
    const ENCRYPTION_KEY = randomBytes(32).toString('base64');
    const env = { ...ahead(ms), DATABASE_URL: url, ENCRYPTION_KEY, PORT };
    await new Spawned('src/api.ts', env).says('"ready"');
    return () => get({ PORT }, '/api/public/v1/me', key).then(({ status }) => status);
  };
  const processes = await Promise.all([start(40 * SECOND), start(0)]);
  const statuses: number[] = [];
  // Each uses up the limit before the other has its turn.
  for (const ask of [...processes, ...processes]) {
    statuses.push(...(await Promise.all(Array.from({ length: 130 }, ask))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(400);
});
