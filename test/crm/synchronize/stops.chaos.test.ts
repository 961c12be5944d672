import { expect, onTestFinished, test } from 'vitest';
import { openAccess } from '../../../src/crm/access.ts';
import type { Access } from '../../../src/crm/connector.ts';
import { WorkerProcess } from '../../delivery/harness/worker-process.ts';
import { makeTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { useApi } from '../../harness/use-api.ts';
import { crmKey, insertConnection } from '../harness/connection.ts';
import { FakeHubspot } from '../harness/fake-hubspot.ts';

const api = useApi();
const TOKENS = /^POST .*\/token$/;

/** An OAuth connection whose tokens end soon. HubSpot gives a new refresh token with each renewal. */
async function aRenewal() {
  const fake = await FakeHubspot.start();
  onTestFinished(() => fake.close());
  fake.oauth.rotates = true;
  fake.addDeal({ dealname: 'Deal', dealstage: 'new' });
  const team = await makeTeam(api());
  const { access: access_token, refresh: refresh_token } = fake.oauth.grant();
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const access: Access = {
    kind: 'oauth',
    tokens: { access_token, refresh_token, expires_at, host: null },
  };
  const id = await insertConnection(team, { access });
  const row = async () =>
    (await api().sql.query('select * from crm_connection where id = $1', [id])).rows[0];
  const { id: clientId, secret } = fake.oauth.client;
  const env = {
    HUBSPOT_BASE_URL: fake.url,
    HUBSPOT_OAUTH_URL: fake.url,
    HUBSPOT_CLIENT_ID: clientId,
    HUBSPOT_CLIENT_SECRET: secret,
  };
  return {
    fake,
    row,
    former: refresh_token,
    start: () => WorkerProcess.start(api().database.url, env),
    stored: async () => {
      const owner = { tenantId: team.tenantId, id, provider: 'hubspot' };
      return openAccess(crmKey, owner, (await row()).credentials).tokens?.refresh_token;
    },
  };
}

test('a worker that is stopped while it renews tokens stores the new ones, and the connection works with them', async () => {
  const { fake, row, former, start, stored } = await aRenewal();
  const { promise: pending, resolve: answer } = Promise.withResolvers<void>();
  fake.server.plan({ on: TOKENS, fault: { kind: 'late', until: () => pending } });
  const worker = await start();
  await until('a renewal without an answer', () => fake.server.count(TOKENS) === 1);
  worker.child.kill('SIGTERM');
  await worker.says('"stopping"');
  expect(await stored()).toBe(former);
  answer();
  expect(await worker.ended).toEqual({ code: 0, signal: null });
  const renewed = await stored();
  expect(renewed).not.toBe(former);
  expect(fake.oauth.isRevoked(renewed ?? '')).toBe(false);
  // The stopped worker has sent no further request, and the next worker may begin at once.
  expect(await row()).toMatchObject({ state: 'active', leased_at: null, failures: 0 });
  expect(fake.server.count(/deals/)).toBe(0);

  const next = await start();
  await until('a synchronization', async () => (await row()).synced_at);
  expect(await row()).toMatchObject({ state: 'active', failures: 0 });
  expect(fake.server.count(TOKENS)).toBe(1);
  await next.kill();
});
