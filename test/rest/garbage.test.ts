import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { routes } from '../../src/rest/routes.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { named } from '../harness/routes.ts';
import { Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { type ValidRequest, validRequest } from '../harness/valid-requests.ts';
import { makeWorld } from '../harness/world.ts';

const api = useApi();
/** How many requests run at once, and how many a key may send before its window is emptied. */
const CLIENTS = 20;
const AT_A_TIME = 100;

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
afterAll(() => agent.destroy());

let port: string;
let spawned: Spawned;
const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of endings) await end();
});

/** An API process whose young heap is small, so that V8 collects it often. */
beforeAll(async () => {
  port = String(await freePort());
  const counter = pathToFileURL(path.join(import.meta.dirname, 'harness/count-garbage.mjs')).href;
  const env = {
    DATABASE_URL: api().database.url,
    ENCRYPTION_KEY: encryptionKey,
    PORT: port,
    // A log line is kept until it is written, and so may be moved to the old heap.
    REQUEST_LOG: 'off',
    NODE_OPTIONS: `--import ${counter} --max-semi-space-size=4`,
  };
  spawned = new Spawned('src/api.ts', env, [], { atEnd: (work) => void endings.push(work) });
  await spawned.says('"ready"');
});

type Sender = { key: string; method: string };

function send({ key, method }: Sender, { path, body }: ValidRequest): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
  };
  const sent = request({ port, agent, method, path: `${BASE_PATH}${path}`, headers }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
  });
  sent.once('error', reject).end(body && JSON.stringify(body));
  return promise;
}

async function sendMany(sender: Sender, call: ValidRequest, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += AT_A_TIME) {
    await api().sql.query('truncate rate_window');
    const statuses = await Promise.all(Array.from({ length: AT_A_TIME }, () => send(sender, call)));
    expect(new Set(statuses)).toEqual(new Set([sender.method === 'POST' ? 201 : 200]));
  }
}

/** One request for each way through the product, and how many of it make enough garbage. */
const counts: Record<string, number> = {
  'GET /me': 1_000,
  'GET /users': 600,
  'GET /assignments/{assignment_id}': 800,
  'POST /assignments': 400,
};

test.each(named(routes).filter(({ name }) => name in counts))(
  'the garbage of a request is never moved to the old heap ($name)',
  async ({ name, route }) => {
    const count = counts[name] ?? 0;
    const world = await makeWorld(api());
    const call = await validRequest(route, world);
    const sender = { key: world.team.key, method: route.method };
    await sendMany(sender, call, count / 2);
    spawned.stderr = '';
    spawned.child.kill('SIGUSR2');
    await sendMany(sender, call, count);
    spawned.child.kill('SIGUSR2');
    await until('the counts', () => spawned.stderr.includes('garbage: '));
    const { collections, made, old } = JSON.parse(/garbage: (.*)/.exec(spawned.stderr)?.[1] ?? '');
    expect(collections).toBeGreaterThan(4);
    // The many statements of a change and its counted body leave five per cent. With closures of pg they leave eleven.
    expect(old / made).toBeLessThan(0.07);
  },
);
