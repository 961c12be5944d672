import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { encryptionKey } from '../harness/api.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { freePort } from '../harness/free-port.ts';
import { HalfBody } from '../harness/half-body.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const BODIES = 1_500;
const STRANGERS = 5_000;
/** Their bytes are within the limit of a person. */
const BYTEWISE = 6;
const MIB = 1024 * 1024;
const api = useApi();

/** A process of its own, because the memory of this one has the tests too. */
async function startApi(): Promise<{ port: number; rss: () => number }> {
  const port = await freePort();
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  const spawned = new Spawned('src/api.ts', { ...env, PORT: `${port}` });
  await spawned.says('"ready"');
  const rss = () => {
    const status = readFileSync(`/proc/${spawned.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  };
  return { port, rss };
}

/** A session of a member. The process has the time of its database, and not that of the test. */
async function sessionIn(team: TestTeam): Promise<Browser> {
  const browser = await makeSession(team, await team.addMember());
  await api().sql.query(
    `update session set created_at = now(), last_seen_at = now(), expires_at = now() + interval '1 day'`,
  );
  return browser;
}

async function statusOf(port: number, { key }: TestTeam): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/trainings`, { headers });
  await response.arrayBuffer();
  return response.status;
}

const request = (
  port: number,
  { session }: Pick<Browser, 'session'>,
  headers: Record<string, string> = {},
) => ({
  port,
  path: '/trpc/savedViews.save',
  headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: `__Host-sid=${session}`, ...headers },
});

test('1,500 half bodies of a member take less than 200 MB, and other teams are served', async () => {
  const [team, other] = [await makeTeam(api()), await makeTeam(api())];
  const browser = await sessionIn(team);
  const { port, rss } = await startApi();
  // Connections take memory too, and what is compiled first.
  for (let n = 0; n < 100; n += 1) await statusOf(port, other);
  const before = rss();
  let most = before;
  const body = Buffer.alloc(255 * 1024, 'x');
  const halves: HalfBody[] = [];
  for (let n = 0; n < BODIES; n += 50) {
    const opening = Array.from({ length: 50 }, () => HalfBody.open(request(port, browser), body));
    halves.push(...(await Promise.all(opening)));
    most = Math.max(most, rss());
    if (n % 500 === 0) expect(await statusOf(port, other)).toBe(200);
  }
  await until('the refusals', () => halves.filter(({ status }) => status).length >= BODIES - 16);
  most = Math.max(most, rss());
  expect(most - before).toBeLessThan(200 * MIB);
  expect(new Set(halves.map(({ status }) => status))).toEqual(new Set([undefined, 503, 429]));
  expect(await statusOf(port, other)).toBe(200);
}, 600_000);

test('5,000 bodies at once whose caller nobody knows yet take less than 350 MB', async () => {
  const team = await makeTeam(api());
  const { port, rss } = await startApi();
  for (let n = 0; n < 100; n += 1) await statusOf(port, team);
  const before = rss();
  const body = Buffer.alloc(65_000, 'x');
  const guessed = { session: 'x'.repeat(43) };
  const halves = await Promise.all(
    Array.from({ length: STRANGERS }, () => HalfBody.open(request(port, guessed), body)),
  );
  let most = before;
  await until('the responses', () => {
    most = Math.max(most, rss());
    return halves.every(({ status, isClosed }) => status || isClosed);
  });
  expect(most - before).toBeLessThan(350 * MIB);
  expect(await statusOf(port, team)).toBe(200);
}, 600_000);

test('bodies that come byte by byte take no list of their pieces', async () => {
  const team = await makeTeam(api());
  const browser = await sessionIn(team);
  const { port, rss } = await startApi();
  await statusOf(port, team);
  const before = rss();
  const pieces = Buffer.from('1\r\nx\r\n'.repeat(200_000));
  const chunked = request(port, browser, { 'Transfer-Encoding': 'chunked' });
  const halves = await Promise.all(
    Array.from({ length: BYTEWISE }, () => HalfBody.open(chunked, pieces)),
  );
  for (const half of halves) half.end('0\r\n\r\n');
  let most = before;
  await until('the responses', () => {
    most = Math.max(most, rss());
    return halves.every(({ status }) => status !== undefined);
  });
  // A busy machine does not read all of them within the time limit of a request.
  for (const { status } of halves) expect([422, 503]).toContain(status);
  // Node makes garbage of each piece. A list of the pieces would take more.
  expect(most - before).toBeLessThan(240 * MIB);
});
