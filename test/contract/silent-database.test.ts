import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { type Api, createApi } from '../../src/web/server.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const base = useApi();

/** A proxy to the database that can drop everything without an error. */
const sockets = new Set<Socket>();
let isSilent = false;
const way = createServer((near) => {
  if (isSilent) {
    sockets.add(near.on('error', () => undefined));
    return;
  }
  const { hostname, port } = new URL(base().database.url);
  const far = connect(Number(port), hostname);
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(from);
    from.on('error', () => undefined).on('close', () => to.destroy());
    from.pipe(to);
  }
});

/** Open connections are lost, and new ones get no answer. */
function fallSilent(): void {
  isSilent = true;
  for (const socket of sockets) socket.unpipe().pause();
}

let api: Api;
let url: string;
let team: TestTeam;
let endPool: () => Promise<void>;

beforeAll(async () => {
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const database = new URL(base().database.url);
  database.port = String((way.address() as AddressInfo).port);
  const log = createLogger('silent');
  const pool = createPool(database.href, { max: 10, name: 'behind the way', log });
  endPool = () => pool.end();
  const config = loadConfig({
    DATABASE_URL: database.href,
    ENCRYPTION_KEY: '00'.repeat(32),
  });
  const outgoing = Outgoing.opened();
  api = createApi({
    pool,
    databaseUrl: database.href,
    logPool: pool,
    config,
    outgoing,
    clock: base().clock,
    log,
  });
  api.server.listen(0, '127.0.0.1');
  await once(api.server, 'listening');
  api.markReady();
  url = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
  team = await makeTeam(base());
});

afterAll(async () => {
  await api.drain();
  await endPool();
  for (const socket of sockets) socket.destroy();
  way.close();
});

const me = async () => {
  const headers = { authorization: `Bearer ${team.key}` };
  return (await fetch(`${url}${BASE_PATH}/me`, { headers })).status;
};
const ready = async () => (await fetch(`${url}/readyz`)).status;

test('D83: a database that falls silent gives 503 within seconds, readyz says so, and no restart is needed', async () => {
  const statuses = await Promise.all(Array.from({ length: 5 }, me));
  expect([...statuses, await ready()]).toEqual(Array(6).fill(200));
  fallSilent();
  const before = performance.now();
  expect(await Promise.all([me(), ready()])).toEqual([503, 503]);
  // The answer takes five seconds on an idle machine. A running statement is given up after 28.
  expect(performance.now() - before).toBeLessThan(15_000);
  isSilent = false;
  // The pool gives up the lost connections one by one. New ones reach the database.
  await expect.poll(me, { timeout: 20_000 }).toBe(200);
  await expect.poll(ready, { timeout: 20_000 }).toBe(200);
});
