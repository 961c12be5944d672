import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { newId } from '../../src/db/ids.ts';
import { useDatabase } from '../harness/use-database.ts';
import { NOW, newTeam } from './harness/team.ts';

const database = useDatabase();
const ENCRYPTION_KEY = randomBytes(32).toString('hex');

test.each([
  ['an hour', 1],
  ['no longer', 0],
])('crm sync keeps to the wait that the provider has asked for: %s', async (_, code) => {
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
  const settings = {
    DATABASE_URL: url,
    ENCRYPTION_KEY,
    PUBLIC_URL: 'https://app.example.com',
  };
  const answer = await run(['crm', 'sync', '--team', tenant_id, '--connection', id], settings);
  expect(answer.code).toBe(code);
  if (code === 1) expect(answer.stderr).toMatch(/quota .* until \d{4}-/);
  const { rows } = await pool.query(
    'select next_sync_at <= now() as is_due from crm_connection where id = $1',
    [id],
  );
  expect(rows).toEqual([{ is_due: code === 0 }]);
});
