import { readFileSync } from 'node:fs';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { scopes } from '../../src/auth/scopes.ts';
import { UnreadAnswers } from '../../src/shared/load/unread-answers.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { insertSandbox, visit } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

/** Two of these are reserved for admission. A team gets four, and two are kept for teams that hold none. */
const CONNECTIONS = 10;
const OF_TEAM = 4;

const api = useApi({ poolSize: CONNECTIONS, lockMs: 200 });
/** A team, and its three sandboxes. */
let noisy: TestTeam[];
let another: TestTeam;
let quiet: TestTeam;

beforeAll(async () => {
  const team = await makeTeam(api());
  const sandboxes = [1, 2, 3].map(() => sandboxOf(team));
  noisy = [team, ...(await Promise.all(sandboxes))];
  another = await makeTeam(api());
  quiet = await makeTeam(api());
});

async function sandboxOf(team: TestTeam): Promise<TestTeam> {
  const sandbox = new TestTeam(api(), await insertSandbox(team), team.owner);
  const { app } = await visit(sandbox, team.owner);
  sandbox.useKey(await app.apiKeys.create.mutate({ name: 'Trial', scopes: [...scopes] }));
  return sandbox;
}

/** Runs `work` while nobody else can use what these statements lock. */
async function whileLocked<T>(text: string, work: () => Promise<T>): Promise<T> {
  const client = await api().sql.connect();
  try {
    await client.query(`begin; ${text}`);
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const slow = (team: TestTeam, times: number) =>
  Array.from({ length: times }, () => team.request('GET', '/webhook-endpoints'));
const quietStatuses = async () => {
  const answers = await Promise.all(
    ['/me', '/users', '/me'].map((path) => quiet.request('GET', path)),
  );
  return answers.map(({ status }) => status);
};

test('a team and its sandboxes share half of the connections, and other teams are served', async () => {
  const running: Promise<unknown>[] = [];
  await whileLocked('lock table webhook_endpoint in access exclusive mode', async () => {
    for (const team of noisy) running.push(...slow(team, OF_TEAM));
    await until('all of the share waits', async () => {
      return (await waitingBackends(api().sql, 'webhook_endpoint')).length >= OF_TEAM;
    });
    expect(await quietStatuses()).toEqual([200, 200, 200]);
    expect(await waitingBackends(api().sql, 'webhook_endpoint')).toHaveLength(OF_TEAM);
  });
  await Promise.all(running);
});

test('two teams that take all they can leave connections to a third', async () => {
  const running: Promise<unknown>[] = [];
  await whileLocked('lock table webhook_endpoint in access exclusive mode', async () => {
    for (const team of [...noisy, another]) running.push(...slow(team, OF_TEAM));
    await until('both shares wait', async () => {
      return (await waitingBackends(api().sql, 'webhook_endpoint')).length > OF_TEAM;
    });
    expect(await quietStatuses()).toEqual([200, 200, 200]);
  });
  await Promise.all(running);
});

test('changes that wait for a lock of their team leave its connections to its other calls, and then succeed', async () => {
  const [team = quiet] = noisy;
  // A browser sends the calls of one moment together, and the changes of one request run one after the other.
  const windows = await Promise.all(
    Array.from({ length: 10 }, () => makeSession(team, team.owner)),
  );
  const seats = `select from tenant where id = '${team.tenantId}' for no key update`;
  let invited: Promise<unknown>[] = [];
  await whileLocked(seats, async () => {
    invited = windows.map(({ app }, n) =>
      app.members.invite.mutate({ email: `waits-${n}@example.com`, role: 'member' }),
    );
    await until('the changes wait', async () => (await waitingBackends(api().sql)).length > 0);
    for (let n = 0; n < 3; n += 1) {
      expect((await team.request('GET', '/users')).status).toBe(200);
    }
  });
  await Promise.all(invited);
});

/** Asks for an export, and returns its status as soon as it is known. */
async function exportStatus({ session }: Browser, signal?: AbortSignal): Promise<number> {
  const headers = { cookie: `__Host-sid=${session}`, 'sec-fetch-site': 'same-origin' };
  const url = `http://127.0.0.1:${api().port}/app/export/audit-log.ndjson`;
  const { status, body } = await fetch(url, { headers, ...(signal && { signal }) });
  await body?.cancel();
  return status;
}

test('exports of a sandbox count for its team', async () => {
  const [team = quiet, sandbox = quiet] = noisy;
  const browsers = [await makeSession(team, team.owner), await visit(sandbox, team.owner)];
  const other = await makeSession(quiet, quiet.owner);
  let running: Promise<number>[] = [];
  await whileLocked('lock table audit_entry in access exclusive mode', async () => {
    running = [...browsers, ...browsers, ...browsers].map((browser) => exportStatus(browser));
    running.push(exportStatus(other));
    const refused = running.slice(0, 6).map(async (each) => {
      expect(await each).toBe(429);
    });
    await Promise.any(refused);
  });
  const statuses = await Promise.all(running);
  expect(statuses.slice(0, 6).toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
  expect(statuses[6]).toBe(200);
});

test('unread bytes of a sandbox count for its team, over REST and in the app', async () => {
  const readers = vi.spyOn(UnreadAnswers.prototype, 'requireRoom');
  onTestFinished(() => readers.mockRestore());
  const [team = quiet, sandbox = quiet] = noisy;
  const { app } = await visit(sandbox, team.owner);
  expect((await sandbox.request('GET', '/me')).status).toBe(200);
  await app.team.get.query({});
  const teams = new Set(readers.mock.calls.map(([{ team: holder }]) => String(holder)));
  expect(teams).toEqual(new Set([team.tenantId]));
});

test('what counts shares knows no id of a tenant', () => {
  const files = [
    'db/team-slots.ts',
    'operation/outbound-queue.ts',
    'operation/stored-answers.ts',
    'shared/load/held-bytes.ts',
    'shared/load/unread-answers.ts',
    'shared/load/unused-bodies.ts',
    'trpc/export/running-exports.ts',
    'worker/delivery/capacity.ts',
    'worker/delivery/endpoint-queue.ts',
  ];
  const naming = files.filter((file) => {
    const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
    return /\btenant_?id\b/i.test(text);
  });
  expect(naming).toEqual([]);
});
