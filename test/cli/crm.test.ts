import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { newId } from '../../src/db/ids.ts';
import { useDatabase } from '../harness/use-database.ts';
import { NOW, newTeam } from './harness/team.ts';

const database = useDatabase();
const ENCRYPTION_KEY = randomBytes(32).toString('hex');

const settingsOf = (url: string) => ({
  DATABASE_URL: url,
  ENCRYPTION_KEY,
  PUBLIC_URL: 'https://app.example.com',
});

async function insertConnection(tenantId: string, row: { state?: string; next?: string } = {}) {
  const id = newId('con', NOW);
  await database().pool.query(
    `insert into crm_connection (tenant_id, id, provider, account_id, name, account, settings, state,
       access_kind, credentials, credentials_hint, credentials_at, created_at, next_sync_at, failures,
       failed_for, failing_since)
     values ($1, $2, 'hubspot', $2, 'Sales', '{}', '{}', $3, 'token', 'quuxsealed', 'quux', now(), now(),
       $4::timestamptz, 2, 'unavailable', now())`,
    [tenantId, id, row.state ?? 'active', row.next ?? '2027-01-01T00:00:00Z'],
  );
  return id;
}

test("crm list shows the state of the team's connections, without credentials", async () => {
  const { pool, url } = database();
  const { tenant_id } = await newTeam(pool);
  const other = await newTeam(pool);
  const [id, ended] = [
    await insertConnection(tenant_id),
    await insertConnection(tenant_id, { state: 'ended' }),
  ];
  await insertConnection(other.tenant_id);
  const answer = await run(['crm', 'list', '--team', tenant_id], settingsOf(url));
  expect(answer.code).toBe(0);
  const { connections } = JSON.parse(answer.stdout);
  expect(connections).toHaveLength(2);
  expect(connections).toEqual(
    expect.arrayContaining([
      {
        id,
        provider: 'hubspot',
        name: 'Sales',
        state: 'active',
        synced_at: null,
        next_sync_at: '2027-01-01T00:00:00.000Z',
        waits_until: null,
        consecutive_failures: 2,
        failed_for: 'unavailable',
      },
      expect.objectContaining({ id: ended, state: 'ended' }),
    ]),
  );
  expect(answer.stdout).not.toContain('quux');
  expect(answer.stdout).not.toContain(Buffer.from('quuxsealed').toString('hex'));
});

test.each(['paused', 'sign_in', 'ended', 'removing'])(
  'crm sync refuses a connection that is %s, and a connection of another team',
  async (state) => {
    const { pool, url } = database();
    const { tenant_id } = await newTeam(pool);
    const other = await newTeam(pool);
    const ids = [
      await insertConnection(tenant_id, { state }),
      await insertConnection(other.tenant_id),
    ];
    for (const id of ids) {
      const command = ['crm', 'sync', '--team', tenant_id, '--connection', id];
      const answer = await run(command, settingsOf(url));
      expect([answer.code, answer.stderr]).toEqual([1, expect.stringContaining('no active')]);
    }
    const { rows } = await pool.query(
      'select distinct next_sync_at from crm_connection where id = any ($1)',
      [ids],
    );
    expect(rows).toEqual([{ next_sync_at: new Date('2027-01-01T00:00:00Z') }]);
  },
);

test.each([
  ['an hour', 1],
  ['no longer', 0],
])('crm sync respects the wait that the provider has asked for: %s', async (_, code) => {
  const { pool, url } = database();
  const { tenant_id } = await newTeam(pool);
  const id = newId('con', NOW);
  await pool.query(
    `insert into crm_connection (tenant_id, id, provider, account_id, name, account, settings,
       access_kind, credentials_hint, credentials_at, created_at, next_sync_at, waits_until)
     values ($1, $2, 'hubspot', $2, 'Sales', '{}', '{}', 'token', '', now(), now(),
       now() + interval '2 h', now() + $3 * interval '2 h' - interval '1 h')`,
    [tenant_id, id, code],
  );
  const command = ['crm', 'sync', '--team', tenant_id, '--connection', id];
  const answer = await run(command, settingsOf(url));
  expect(answer.code).toBe(code);
  if (code === 1) expect(answer.stderr).toMatch(/quota .* until \d{4}-/);
  const { rows } = await pool.query(
    'select next_sync_at <= now() as is_due from crm_connection where id = $1',
    [id],
  );
  expect(rows).toEqual([{ is_due: code === 0 }]);
});
