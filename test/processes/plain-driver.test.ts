import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { type ReceivedRequest, startReceiver } from '../harness/receiver.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { makeWorld } from '../harness/world.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { scoreOf } from '../trpc/harness/intake.ts';

const database = useApi();

/** Loaded with this file, every use of pg that its documentation does not name fails. */
const changedPg = pathToFileURL(path.join(import.meta.dirname, 'harness/changed-pg.ts')).href;

async function processes(driver: 'fast' | 'plain') {
  const env = {
    ...loopbackReceivers,
    DATABASE_URL: database().database.url,
    ENCRYPTION_KEY: encryptionKey,
    DATABASE_DRIVER: driver,
    NODE_OPTIONS: `--import ${changedPg}`,
    SERVICE_TOKEN,
    PORT: String(await freePort()),
  };
  const api = new Spawned('src/api.ts', env);
  const post = async (pathname: string, token: string, body: object, key?: string) => {
    const headers: Record<string, string> = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    };
    if (key) headers['Idempotency-Key'] = key;
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${env.PORT}${pathname}`, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { api, env, post };
}

async function startedPlain() {
  const { api, env, post } = await processes('plain');
  const { DATABASE_URL, ...others } = env;
  const [worker] = await Promise.all([
    WorkerProcess.start(DATABASE_URL, others),
    api.says('"ready"'),
  ]);
  return { api, worker, env, post };
}

test('DATABASE_DRIVER=plain: reads, writes, intake and deliveries work with a pg that has other internals', async () => {
  const { team, member, situation, personality, industry } = await makeWorld(database());
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const { api, worker, env, post } = await startedPlain();

  const events = ['assignment.created', 'training.completed', 'evaluation.completed'];
  const hook = { url: receiver.url('/hook'), events };
  expect((await post(`${BASE_PATH}/webhook-endpoints`, team.key, hook)).status).toBe(201);

  for (const list of ['/me', '/users', '/trainings', '/catalog', '/analytics/team']) {
    const read = await get(env, `${BASE_PATH}${list}`, team.key);
    expect([list, read.status]).toEqual([list, 200]);
  }

  const dimensions = {
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
  };
  const assignment = { member_id: member.memberId, title: 'By phone', ...dimensions };
  const made = await post(`${BASE_PATH}/assignments`, team.key, assignment, 'once');
  const again = await post(`${BASE_PATH}/assignments`, team.key, assignment, 'once');
  expect([made.status, again.status, again.body]).toEqual([201, 201, made.body]);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  const refused = await post(`${BASE_PATH}/assignments`, team.key, { title: 'None' });
  expect(refused.status).toBe(422);

  const training = { session_id: 'session-1', user_id: member.userId, score: scoreOf(71) };
  const trainings = [training, { ...training, session_id: 'session-2', user_id: 'usr_none' }];
  const recorded = await post('/trpc/trainings.record', SERVICE_TOKEN, {
    tenant_id: team.tenantId,
    trainings,
  });
  expect(recorded.body.result.data.results).toMatchObject([{ ok: true }, { ok: false }]);

  await receiver.waitFor(3);
  const typeOf = ({ rawBody }: ReceivedRequest) => JSON.parse(String(rawBody)).type;
  expect(receiver.requests.map(typeOf).toSorted()).toEqual(events.toSorted());

  const lines = `select l.status, l.why ->> 'check' as "check", r.failed from request_log r, unnest(r.lines) l
    where r.tenant_id = $1 and l.route = '/assignments' and l.method = 'POST' order by l.created_at`;
  const { sql } = database();
  const logged = async () => (await sql.query(lines, [team.tenantId])).rows;
  await until('the lines of the request log', async () => (await logged()).length === 3);
  expect(await logged()).toEqual([
    { status: 201, check: null, failed: false },
    { status: 201, check: null, failed: false },
    { status: 422, check: 'input', failed: true },
  ]);
  const { NODE_OPTIONS, DATABASE_URL, ENCRYPTION_KEY } = env;
  const listed = new Spawned(
    'src/cli.ts',
    { NODE_OPTIONS, DATABASE_URL, ENCRYPTION_KEY, DATABASE_DRIVER: 'plain' },
    ['key', 'list', '--team', team.tenantId],
  );
  expect((await listed.ended).code).toBe(0);
  expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
});

test('without DATABASE_DRIVER=plain, a server whose pg has other internals answers no request', async () => {
  const { team } = await makeWorld(database());
  const { api, env } = await processes('fast');
  await api.says('"listening"');
  await until('a refusal', async () => (await get(env, '/readyz')).status === 503);
  expect((await get(env, `${BASE_PATH}/me`, team.key)).status).not.toBe(200);
});
