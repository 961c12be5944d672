import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { sealSecret } from '../../src/features/webhooks/signing-secret.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { DAY_MS, SECOND_MS } from '../../src/shared/time/durations.ts';
import { newTeam } from '../cli/harness/team.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { startReceiver } from '../harness/receiver.ts';
import { get, Spawned } from '../harness/spawned.ts';

const preload = pathToFileURL(path.resolve(import.meta.dirname, '../harness/wrong-clock.ts')).href;

/** The environment that shifts the clock of a process by `ms`. */
const ahead = (ms: number) => ({ NODE_OPTIONS: `--import=${preload}?ms=${ms}` });

async function database() {
  const { url, dropOnceFree } = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  onTestFinished(async () => {
    await pool.end();
    await dropOnceFree();
  });
  return { url, pool };
}

test('D97: a worker whose clock is two days ahead does not delete the stored answers of today', async () => {
  const { url, pool } = await database();
  const { tenant_id } = await newTeam(pool);
  await pool.query(
    `insert into idempotency_record (tenant_id, lineage_id, key, fingerprint, status, body, created_at)
     select $1, 'lin_1', age, '', 201, '', now() - age::interval from unnest('{1 s,23 h,25 h}'::text[]) age`,
    [tenant_id],
  );
  const round = new Spawned('test/processes/harness/one-round-process.ts', {
    ...ahead(2 * DAY_MS),
    DATABASE_URL: url,
  });
  expect([(await round.ended).code, round.stdout, round.stderr]).toEqual([0, '', '']);
  const { rows } = await pool.query('select key from idempotency_record order by key');
  expect(rows).toEqual([{ key: '1 s' }, { key: '23 h' }]);
});

test('D162: a worker whose clock is an hour ahead signs with the time of the database', async () => {
  const { url, pool } = await database();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const team = await newTeam(pool);
  await team.do(async (call) => {
    const id = newId('whe', call.now);
    const owner = { tenantId: team.tenant_id, endpointId: id };
    const secret = sealSecret(
      deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret'),
      ...(['whsec_x', owner] as const),
    );
    await pool.query(
      `insert into webhook_endpoint (tenant_id, id, url, events, secret, api_version, created_at)
       values ($1, $2, $3, '{member.joined}', $4, '2026-11', now())`,
      [team.tenant_id, id, receiver.url(), secret],
    );
  });
  await WorkerProcess.start(url, ahead(3_600 * SECOND_MS));
  await team.do((call) => addMember(call, { email: 'new@example.com' }));
  await receiver.waitFor(1);
  const signature = String(receiver.requests[0]?.headers['svc-signature']);
  const { rows } = await pool.query<{ now: number }>(
    'select extract(epoch from now())::float8 as now',
  );
  const age = (rows[0]?.now ?? 0) - Number(/t=(\d+)/.exec(signature)?.[1]);
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(60);
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
  const processes = await Promise.all([start(40 * SECOND_MS), start(0)]);
  const statuses: number[] = [];
  // Each process uses up the limit before the other has its turn.
  for (const ask of [...processes, ...processes]) {
    statuses.push(...(await Promise.all(Array.from({ length: 130 }, ask))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(400);
});
