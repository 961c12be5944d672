import { afterAll, afterEach, expect, test } from 'vitest';
import type { Tokens } from '../../src/crm/connector.ts';
import { planRevocation } from '../../src/features/crm/connections/disconnect.ts';
import { removeTeam } from '../../src/features/team/remove-team.ts';
import { asSystem, systemSteps } from '../../src/operation/system-call.ts';
import { unlockJobsOfTheDead } from '../../src/worker/queue/runner-presence.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';
import { insertConnection } from './harness/connection.ts';
import { FakeHubspot } from './harness/fake-hubspot.ts';
import { FakePipedrive } from './harness/fake-pipedrive.ts';
import { FakeSalesforce } from './harness/fake-salesforce.ts';

const api = useApi();
const fakes = {
  hubspot: await FakeHubspot.start(),
  pipedrive: await FakePipedrive.start(),
  salesforce: await FakeSalesforce.start(),
};
const { hubspot } = fakes;
type Provider = keyof typeof fakes;
const providers = Object.keys(fakes) as Provider[];

const env = Object.fromEntries(
  Object.entries(fakes).flatMap(([name, { url, oauth }]) => {
    const prefix = name.toUpperCase();
    return [
      [`${prefix}_BASE_URL`, url],
      [`${prefix}_OAUTH_URL`, url],
      [`${prefix}_CLIENT_ID`, oauth.client.id],
      [`${prefix}_CLIENT_SECRET`, oauth.client.secret],
    ];
  }),
);
const revoking = /revoke/;

afterEach(() => {
  hubspot.server.clearFaults();
  hubspot.server.requests.length = 0;
});
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

type Connected = { team: TestTeam; connectionId: string; refresh: string };

/** A team with an OAuth connection that no worker synchronizes. */
async function connected(
  provider: Provider = 'hubspot',
  row: Record<string, unknown> = {},
): Promise<Connected> {
  const team = await makeTeam(api());
  const { access, refresh } = fakes[provider].oauth.grant();
  const host = provider === 'hubspot' ? null : fakes[provider].url;
  const tokens: Tokens = { access_token: access, refresh_token: refresh, expires_at: null, host };
  const connectionId = await insertConnection(team, {
    provider,
    access: { kind: 'oauth', tokens },
    next_sync_at: null,
    ...row,
  });
  return { team, connectionId, refresh };
}

async function deleteTeam(team: TestTeam): Promise<void> {
  await team.set({ status: 'ended' });
  await removeTeam(systemSteps(api().sql, team.tenantId, api().clock.now()));
}

async function jobs(): Promise<number> {
  const text = `select from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'crm.revoke'`;
  return (await api().sql.query(text)).rowCount ?? 0;
}

const noJobs = () => until('no job to revoke tokens', async () => (await jobs()) === 0, 30_000);

/** Runs the work beside a worker, and waits until no token waits to be revoked. */
async function withWorker(work: () => Promise<void>): Promise<void> {
  const worker = await startTestWorker(api(), env);
  try {
    await work();
    await noJobs();
  } finally {
    await worker.stop();
  }
}

test.each(providers)('when a team is deleted, its tokens are revoked at %s', async (provider) => {
  const { team, refresh } = await connected(provider);
  expect(fakes[provider].oauth.isRevoked(refresh)).toBe(false);
  await withWorker(() => deleteTeam(team));
  expect(fakes[provider].oauth.isRevoked(refresh)).toBe(true);
});

test('a key that a person has entered stays valid: only the customer can end it', async () => {
  const team = await makeTeam(api());
  await insertConnection(team, { next_sync_at: null });
  await deleteTeam(team);
  expect(await jobs()).toBe(0);
});

test('a provider that refuses is asked once, and the team is removed all the same', async () => {
  const { team, refresh } = await connected();
  const answer = { status: 500, json: { message: 'no' } };
  hubspot.server.plan({ fault: { kind: 'answer', answer }, on: revoking, times: 9 });
  await withWorker(() => deleteTeam(team));
  expect(hubspot.server.count(revoking)).toBe(1);
  expect(hubspot.oauth.isRevoked(refresh)).toBe(false);
  const left = await api().sql.query('select from tenant where id = $1', [team.tenantId]);
  expect(left.rowCount).toBe(0);
});

test('a provider that hangs is given up after ten seconds, and others have their turn', async () => {
  const [hung, other] = [await connected(), await connected('pipedrive')];
  hubspot.server.plan({ fault: { kind: 'hang' }, on: revoking });
  const began = performance.now();
  await withWorker(async () => {
    await deleteTeam(hung.team);
    await until('a request to revoke', () => hubspot.server.count(revoking) === 1);
    await deleteTeam(other.team);
  });
  expect(fakes.pipedrive.oauth.isRevoked(other.refresh)).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(9_000);
  expect(hubspot.server.count(revoking)).toBe(1);
  expect(hubspot.oauth.isRevoked(hung.refresh)).toBe(false);
});

test('a worker that is killed while it asks leaves the tokens to the next worker', async () => {
  const { team, refresh } = await connected();
  hubspot.server.plan({ fault: { kind: 'hang' }, on: revoking });
  const dead = await WorkerProcess.start(api().database.url, env);
  await deleteTeam(team);
  await until('a request to revoke', () => hubspot.server.count(revoking) === 1);
  await dead.kill();
  expect([await jobs(), hubspot.oauth.isRevoked(refresh)]).toEqual([1, false]);
  await until('the job to be free', () => unlockJobsOfTheDead(api().sql), 30_000);
  await withWorker(async () => undefined);
  expect(hubspot.oauth.isRevoked(refresh)).toBe(true);
});

test('if the provider has revoked the tokens and its answer is lost, the job ends too', async () => {
  const { team, refresh } = await connected();
  hubspot.server.plan({ fault: { kind: 'lose' }, on: revoking });
  await withWorker(() => deleteTeam(team));
  expect(hubspot.oauth.isRevoked(refresh)).toBe(true);
});

test('tokens are kept if the team has connected the account again meanwhile', async () => {
  const { team, connectionId, refresh } = await connected('hubspot', { account_id: '4711' });
  await asSystem(api().sql, team.tenantId, api().clock.now(), (call) =>
    planRevocation(call, { id: connectionId }),
  );
  expect(await jobs()).toBe(1);
  await withWorker(async () => undefined);
  expect(hubspot.server.count(revoking)).toBe(0);
  expect(hubspot.oauth.isRevoked(refresh)).toBe(false);
});
