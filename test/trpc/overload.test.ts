import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { BorrowedConnection } from '../../src/db/prisma/borrowed-connection.ts';
import { CALLS_PER_ADDRESS } from '../../src/trpc/callers.ts';
import { Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

/** Counts from the start of the API, because later calls use the same clients. */
let clients = 0;
const { connect } = BorrowedConnection.prototype;
BorrowedConnection.prototype.connect = function count() {
  clients += 1;
  return connect.call(this);
};
const api = useApi({ poolSize: 6 });
let team: TestTeam;
let person: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
});

/** Runs `work` while calls wait for the locked table. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = await api().sql.connect();
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const wrong = () =>
  codeOf(new Browser(api()).app.session.signIn.mutate({ email: person.email, password: 'wrong' }));

test('sign-ins that hang take no connection from the public API, nor from people who are signed in', async () => {
  const signedIn = await makeSession(team, team.owner);
  let flood: Promise<string[]> | undefined;
  await whileLocked('sign_in_throttle', async () => {
    flood = Promise.all(Array.from({ length: 30 }, wrong));
    await waitingBackend(api().sql, 'sign_in_throttle');
    expect((await team.request('GET', '/me')).status).toBe(200);
    expect((await signedIn.app.team.get.query({})).id).toBe(team.tenantId);
    expect((await signedIn.app.session.list.query({})).data.length).toBeGreaterThan(0);
  });
  expect(new Set(await flood)).toEqual(new Set(['wrong_credentials', 'sign_in_busy']));
  // Each client takes 4 MB. A call gets a client only when it gets a turn, not while it waits.
  expect(clients).toBeLessThanOrEqual(4);
  expect(clients).toBeGreaterThan(0);
});

test('calls with made-up sessions take one connection', async () => {
  let flood: Promise<unknown> | undefined;
  await whileLocked('session', async () => {
    flood = Promise.all(
      Array.from({ length: 30 }, () => {
        const browser = new Browser(api());
        browser.session = randomBytes(32).toString('base64url');
        return browser.app.session.current.query({});
      }),
    );
    await waitingBackend(api().sql, 'from session');
    expect((await team.request('GET', '/me')).status).toBe(200);
    expect((await team.request('GET', '/users')).status).toBe(200);
  });
  expect(await flood).toEqual(Array(30).fill(null));
});

test('an address that calls too often without a session is refused, with the time after which it may call again', async () => {
  const signedIn = await makeSession(team, team.owner);
  const stranger = new Browser(api());
  const tenCalls = Array(10).fill('session.current').join(',');
  const input = encodeURIComponent(
    JSON.stringify(Object.fromEntries([...Array(10)].map((_, i) => [i, {}]))),
  );
  const url = `${stranger.url(tenCalls)}?batch=1&input=${input}`;
  // A minute begins, and lasts however slow the machine is.
  api().clock.elapsesMs = 60_000;
  api().clock.elapsedMs();
  api().clock.elapsesMs = 0;
  for (let calls = 0; calls < CALLS_PER_ADDRESS; calls += 10) {
    expect((await stranger.fetch(url)).status).toBe(200);
  }
  const refused = await stranger.fetch(url);
  expect(refused.status).toBe(429);
  const [{ error }] = (await refused.json()) as [{ error: { data: Record<string, unknown> } }];
  expect(error.data).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
  expect(refused.headers.get('retry-after')).toBe(`${error.data.retry_after}`);
  stranger.session = randomBytes(32).toString('base64url');
  expect((await stranger.fetch(url)).status).toBe(429);
  expect(await signedIn.app.session.current.query({})).not.toBe(null);
  expect((await team.request('GET', '/me')).status).toBe(200);
});
