import { afterAll, expect, test } from 'vitest';
import { removeTeam } from '../../src/features/team/remove-team.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';
import { insertConnection } from './harness/connection.ts';
import { FakeHubspot } from './harness/fake-hubspot.ts';

const api = useApi();
const hubspot = await FakeHubspot.start();
const env = {
  HUBSPOT_BASE_URL: hubspot.url,
  HUBSPOT_OAUTH_URL: hubspot.url,
  HUBSPOT_CLIENT_ID: hubspot.oauth.client.id,
  HUBSPOT_CLIENT_SECRET: hubspot.oauth.client.secret,
};

afterAll(() => hubspot.close());

// A provider may end all tokens of an account together (revoke-tasks.ts).
test('the removal of a sandbox ends no tokens of an account to which its team is connected', async () => {
  const [team, sandbox] = [await makeTeam(api()), await makeTeam(api())];
  for (const one of [team, sandbox]) {
    const { access, refresh } = hubspot.oauth.grant();
    const tokens = {
      access_token: access,
      refresh_token: refresh,
      expires_at: null,
      host: null,
    };
    await insertConnection(one, {
      provider: 'hubspot',
      account_id: '4711',
      access: { kind: 'oauth', tokens },
      next_sync_at: null,
    });
  }
  await api().sql.query(
    'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
    [sandbox.tenantId, team.tenantId],
  );
  const worker = await startTestWorker(api(), env);
  try {
    await removeTeam(systemSteps(api().sql, sandbox.tenantId, api().clock.now()));
    await until('no job to revoke tokens', async () => {
      const { rowCount } = await api().sql.query(
        "select from graphile_worker.jobs where task_identifier = 'crm.revoke'",
      );
      return rowCount === 0;
    });
  } finally {
    await worker.stop();
  }
  expect(hubspot.server.count(/revoke/)).toBe(0);
});
