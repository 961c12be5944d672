import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { register } from 'prom-client';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { shareOf } from '../../src/shared/load/share-holder.ts';
import { UnreadAnswers } from '../../src/shared/load/unread-answers.ts';
import { type Browser, makeSession, ORIGIN } from '../harness/app.ts';
import { onThisMachine } from '../harness/computed-ms.ts';
import { leastOfThree } from '../harness/longest-tick.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let member: Person;
let browser: Browser;
const sockets: Socket[] = [];

/** The private cases fill a page. Each has the largest size, in texts or in lists. */
beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  browser = await makeSession(team, member);
  const text = { a: randomBytes(32_000).toString('hex') };
  const lists = { a: Array(21_000).fill([]) };
  await api().sql.query(
    `insert into team_case (tenant_id, id, member_id, visibility, title, fields, external_ref, created_at, updated_at)
     select $1, 'cas_' || n, $2, 'private', 'A case', $3::jsonb, $4::jsonb, now(), now()
     from generate_series(1, 24) n`,
    [team.tenantId, member.memberId, JSON.stringify(text), JSON.stringify(lists)],
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.resetAndDestroy();
});

const tenLists = () => {
  const input = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, { limit: 100 }]));
  const names = Array(10).fill('cases.listOwn').join(',');
  return `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
};

/** A connection that has sent a request. Nothing is read from it until somebody listens. */
async function ask(path: string, by: Browser): Promise<Socket> {
  const socket = connect({ port: api().port, host: '127.0.0.1' });
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${ORIGIN}\r\nCookie: __Host-sid=${by.session}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

async function bytesOf(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  await once(socket, 'close');
  return bytes;
}

describe('whatever a member stores, no turn of the event loop takes 50 ms', () => {
  test('for ten lists at once, whose answers together have 4 MB', async () => {
    const answered = async () => bytesOf(await ask(tenLists(), browser));
    // The first answer includes compiling.
    const bytes = await answered();
    expect(await leastOfThree(answered)).toBeLessThan(onThisMachine(50));
    expect(bytes).toBeGreaterThan(1_500_000);
    expect(bytes).toBeLessThan(4_500_000);
  });

  test("for the person's own data", async () => {
    const file = '/app/export/my-data.json';
    const answered = async () => bytesOf(await ask(file, browser));
    expect(await answered()).toBeGreaterThan(24 * 120_000);
    expect(await leastOfThree(answered)).toBeLessThan(onThisMachine(50));
  });
});

/** The metric's value. */
async function refusals(): Promise<number> {
  const { values = [] } =
    (await register.getSingleMetric('api_overload_refusals_total')?.get()) ?? {};
  return values.find(({ labels }) => labels.guard === 'unread_answers')?.value ?? 0;
}

/** The answer to a list of the person. */
async function listed(): Promise<[number, string | undefined]> {
  const answer = await browser.fetch(`${browser.url('cases.listOwn')}?input=%7B%7D`);
  const { error } = (await answer.json()) as { error?: { data: { code: string } } };
  return [answer.status, error?.data.code];
}

/** How many lists were answered or refused. */
const callsEnded = () => api().logLines.filter((line) => line.includes('cases.listOwn')).length;

/** Lets these sockets write nothing: the kernel would hold some megabytes of each connection. */
function keepInMemory(connected: unknown): void {
  const never = () => undefined;
  Object.assign((connected as { socket: Socket }).socket, { _write: never, _writev: never });
}

/** Leaves more answers unread than a person may. */
async function leaveUnread(): Promise<void> {
  const holding = vi.spyOn(UnreadAnswers.prototype, 'hold');
  const held = () => holding.mock.calls.reduce((sum, [, bytes]) => sum + bytes, 0);
  const before = callsEnded();
  subscribe('net.server.socket', keepInMemory);
  try {
    for (let ended = before + 10; ended <= before + 60; ended += 10) {
      await ask(tenLists(), browser);
      await until('the end of the calls', () => callsEnded() === ended);
    }
  } finally {
    unsubscribe('net.server.socket', keepInMemory);
  }
  expect(held()).toBeGreaterThan(16 * 1024 * 1024);
}

test('a person who does not read is refused and counted, and nobody else is', async () => {
  const other = await makeSession(team, await team.addMember());
  await leaveUnread();
  const before = await refusals();
  expect(await listed()).toEqual([503, 'unavailable']);
  expect(await refusals()).toBe(before + 1);
  expect((await other.app.cases.listOwn.query({})).data).toEqual([]);
  expect((await team.request('GET', '/me')).status).toBe(200);
  for (const socket of sockets.splice(0)) socket.resetAndDestroy();
  await until('room', async () => (await listed())[0] === 200);
});

test('a call is refused if there is no room when its turn comes', async () => {
  const { run } = TeamSlots.prototype;
  const [waits, isFull] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(TeamSlots.prototype, 'run').mockImplementationOnce(async function (
    this: TeamSlots,
    ...requested
  ) {
    waits.resolve();
    await isFull.promise;
    return run.apply(this, requested) as never;
  });
  const answered = listed();
  await waits.promise;
  await leaveUnread();
  isFull.resolve();
  expect(await answered).toEqual([503, 'unavailable']);
});

test('an answer whose client no longer waits does not count', async () => {
  const before = callsEnded();
  for (let n = 0; n < 6; n++) {
    const socket = await ask(tenLists(), browser);
    await new Promise<void>((resolve) => socket.end(() => resolve()));
    socket.destroy();
    await until('the end of the calls', () => callsEnded() === before + 10 * (n + 1));
  }
  const answer = await browser.fetch(`${browser.url('cases.listOwn')}?input=%7B%7D`);
  expect(answer.status).toBe(200);
});

test('when the process is full, everybody with an unread answer is refused, and nobody else', async () => {
  const { requireRoom } = UnreadAnswers.prototype;
  const found = Promise.withResolvers<UnreadAnswers>();
  vi.spyOn(UnreadAnswers.prototype, 'requireRoom').mockImplementation(function (
    this: UnreadAnswers,
    reader,
  ) {
    found.resolve(this);
    return requireRoom.call(this, reader);
  });
  const overRest = async () => (await team.request('GET', '/me')).status;
  expect([await overRest(), (await listed())[0]]).toEqual([200, 200]);
  const unread = await found.promise;
  const others = 256 * 1024 * 1024 + 1;
  const ours = { team: shareOf({ homeTenantId: team.tenantId }) };
  unread.hold({}, others);
  try {
    await until('the end of the answers before', async () => (await overRest()) === 200);
    unread.hold(ours, 1);
    expect([await overRest(), (await listed())[0]]).toEqual([503, 503]);
    unread.release(ours, 1);
    expect((await listed())[0]).toBe(200);
  } finally {
    unread.release({}, others);
  }
});
