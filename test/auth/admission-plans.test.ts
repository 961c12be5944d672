import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashKey, parseKey } from '../../src/auth/key-format.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('D38: a key is looked up by its prefix: no other digest is compared, and no table is read whole', async () => {
  const { key } = await makeTeam(api());
  await api().sql.query('analyze api_key, tenant, rate_window');
  const client = await api().sql.connect();
  try {
    await client.query('begin');
    await client.query('set local plan_cache_mode = force_generic_plan');
    const { rows } = await client.query(
      'select api_enabled from admit_calls($1, $2, $3, $3, $4, $5, 120, $6)',
      [
        [parseKey(key)?.prefix],
        [hashKey(key)],
        ['127.0.0.1'],
        [1],
        randomBytes(16),
        api().clock.now(),
      ],
    );
    expect(rows).toEqual([{ api_enabled: true }]);
    const read = await client.query(
      `select relname, seq_scan::integer from pg_stat_xact_user_tables
       where relname in ('api_key', 'tenant', 'rate_window') order by relname`,
    );
    expect(read.rows.map(({ seq_scan }) => seq_scan)).toEqual([0, 0, 0]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
