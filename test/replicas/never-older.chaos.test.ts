import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { checkWatermark } from '../../src/db/replicas/watermarks.ts';
import { Random } from '../../src/seed/demo/random.ts';
import { createLogger } from '../../src/shared/log.ts';
import { pauseFailingEndpoints } from '../../src/worker/delivery/failing-endpoints.ts';
import type { TestApi } from '../harness/api.ts';
import { Browser, makeSession } from '../harness/app.ts';
import { rounds } from '../harness/rounds.ts';
import { endpointRow, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { Backend, newSessionId } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { caughtUp, counts, onServer, useReplicas } from './harness/use-replicas.ts';

const HOUR = 3_600_000;

const replicated = useReplicas({ env: { SERVICE_TOKEN } });
const comparing = { ...checkWatermark };

/** A second process of the installation, with connections to the replicas of its own. */
let other: TestApi;
/** The connections of a worker of the installation. */
let ofWorker: pg.Pool;
beforeAll(async () => {
  other = await replicated().api.beside();
  const log = createLogger('silent');
  ofWorker = createPool(replicated().cluster.url(0), { max: 2, name: 'team-api worker', log });
  await makeGlobalCatalog(replicated().api);
});
afterAll(() => Promise.all([other.close(), ofWorker.end()]));

afterEach(async () => {
  Object.assign(checkWatermark, comparing);
  await followAtOnce();
});

async function followAtOnce(): Promise<void> {
  await forReplicas(() => 'select pg_wal_replay_resume()');
  await forReplicas(() => 'alter system reset recovery_min_apply_delay');
  await forReplicas(() => 'select pg_reload_conf()');
}

async function forReplicas(textOf: (n: number) => string): Promise<void> {
  const { replicaUrls } = replicated().cluster;
  for (const [n, url] of replicaUrls.entries()) await onServer(url, textOf(n));
}

/** Each replica goes on, stops, or follows with a delay. Before that, one may die and start again. */
async function lag(random: Random): Promise<void> {
  const { cluster } = replicated();
  const killed = random.pick([undefined, undefined, undefined, 1, 2]);
  if (killed) {
    await cluster.kill(killed);
    await cluster.restart(killed);
  }
  const ways = cluster.replicaUrls.map(() => random.pick(['on', 'paused', 'late']));
  const delay = random.pick(['50ms', '300ms', '2s']);
  await forReplicas(
    (n) => `alter system set recovery_min_apply_delay = '${ways[n] === 'late' ? delay : '0'}'`,
  );
  await forReplicas(() => 'select pg_reload_conf()');
  await forReplicas((n) => `select pg_wal_replay_${ways[n] === 'paused' ? 'pause' : 'resume'}()`);
}

/** A team, and the rows that its writers need. */
type Actors = { team: TestTeam; member: Person; owner: Browser; backend: Backend };

async function makeActors(): Promise<Actors> {
  const team = await makeTeam(replicated().api, { rateLimit: 1_000_000, seats: 1_000 });
  const member = await team.addMember();
  const owner = await makeSession(team, team.owner);
  return { team, member, owner, backend: new Backend(team) };
}

type Shown = Record<string, unknown>;

/** What a read from any process must show. Each writer returns it once its write is acknowledged. */
type Expected = (reader: TestApi) => Promise<boolean>;

/** A read with the team's key. */
const byKey =
  ({ team }: Actors, path: string, shows: (body: Shown) => boolean): Expected =>
  async (reader) => {
    const { status, body } = await reader.request('GET', path, { key: team.key });
    return status === 200 && shows(body);
  };

const { situation: situation_id, personality: personality_id, industry: industry_id } = globalIds;

const writers: Record<string, (actors: Actors, random: Random) => Promise<Expected>> = {
  'a program': async (actors, random) => {
    const { team, member } = actors;
    const title = `Task ${random.next()}`;
    const combination = { situation_id, personality_id, industry_id };
    const body = { member_id: member.memberId, title, ...combination };
    const made = await team.request('POST', '/assignments', { body });
    expect(made.status).toBe(201);
    return byKey(actors, `/assignments/${String(made.body.id)}`, (seen) => seen.title === title);
  },
  'a person in the app': async ({ owner, team }, random) => {
    const { version } = await owner.app.account.profile.query({});
    const name = `Person ${random.next()}`;
    await owner.app.account.changeProfile.mutate({ version, name });
    return async (reader) => {
      const browser = new Browser(reader);
      browser.session = owner.session ?? '';
      const { data } = await browser.app.members.directory.query({});
      return data.some((one) => one.id === team.owner.memberId && one.name === name);
    };
  },
  'the command line': async (actors) => {
    const { memberId } = await actors.team.addMember();
    return byKey(actors, `/users/${memberId}`, (seen) => seen.id === memberId);
  },
  "the product's backend": async (actors) => {
    const { backend, member } = actors;
    const { training_id } = await backend.start(newSessionId(), { user_id: member.userId });
    return byKey(actors, `/trainings/${training_id}`, (seen) => seen.id === training_id);
  },
  'a worker': async ({ owner, team }) => {
    const failing_since = new Date(Date.now() - 100 * HOUR);
    const id = await insertEndpoint(team, { failing_since });
    // The worker of another team may pause the endpoint at the same moment.
    await until('the endpoint to be paused', async () => {
      await pauseFailingEndpoints({ pool: ofWorker, pauseAfterMs: 72 * HOUR });
      return (await endpointRow(team, id)).status === 'disabled_failures';
    });
    return async (reader) => {
      const browser = new Browser(reader);
      browser.session = owner.session ?? '';
      const { data } = await browser.app.auditLog.list.query({ target_id: id });
      return data.some(({ action }) => action === 'webhook_endpoint.paused');
    };
  },
};

/** Writes and reads at random. Returns each read that was older than an earlier write. */
async function writeAndRead(
  random: Random,
  steps: number,
  { lags = true } = {},
): Promise<string[]> {
  const older: string[] = [];
  // The team wrote long ago, so replicas may answer its reads.
  const quiet = await makeActors();
  const kept = await writers['a program']?.(quiet, random);
  if (lags) await caughtUp(replicated());
  const teams = [await makeActors(), await makeActors(), await makeActors()];
  const run = async (actors: Actors, changesLag: boolean) => {
    for (let step = 0; step < steps; step += 1) {
      if (changesLag && step % 3 === 0) await lag(random);
      const name = random.pick(Object.keys(writers) as [string, ...string[]]);
      const expected = await writers[name]?.(actors, random);
      // The first read comes at once, the second a little later from the other process.
      const first = random.pick([other, replicated().api]);
      for (const reader of [first, first === other ? replicated().api : other]) {
        if (!(await expected?.(reader))) older.push(name);
        if (!(await kept?.(reader))) older.push('a quiet team');
      }
    }
  };
  await Promise.all(teams.map((actors, n) => run(actors, lags && n === 0)));
  return older;
}

const answeredByReplicas = () =>
  counts(replicated()).ofReplicas + counts({ ...replicated(), api: other }).ofReplicas;

test.each(rounds({ few: 1, all: 60 }))(
  'round %i: no team ever reads an older state than it wrote, whoever wrote it, from any process',
  async (round) => {
    const random = new Random(round);
    const initial = answeredByReplicas();
    expect(await writeAndRead(random, 9)).toEqual([]);
    // Once a replica has replayed the last write, a read from the replica shows this write too.
    await followAtOnce();
    const actors = await makeActors();
    const expected = await writers['a program']?.(actors, random);
    const before = answeredByReplicas();
    await until('an answer of a replica', async () => {
      expect(await expected?.(random.pick([other, replicated().api]))).toBe(true);
      return answeredByReplicas() > before;
    });
    // Replicas have answered during the changes too.
    expect(before).toBeGreaterThan(initial);
  },
  120_000,
);

test('without the comparison of marks, a team reads an older state than it wrote', async () => {
  // A connection keeps a prepared statement by its name, so the changed statement gets another name.
  checkWatermark.name = 'check nothing';
  checkWatermark.text = 'select true as is_replica, $1::text <> $2::text || $3::text as has_all';
  const found: string[] = [];
  const patched = await replicated().api.beside();
  const former = other;
  other = patched;
  try {
    await forReplicas(() => 'select pg_wal_replay_pause()');
    found.push(...(await writeAndRead(new Random(1), 8, { lags: false })));
  } finally {
    other = former;
    await patched.close();
  }
  expect(found.length).toBeGreaterThan(0);
}, 60_000);
