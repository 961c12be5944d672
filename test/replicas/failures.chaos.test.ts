import { afterEach, expect, test } from 'vitest';
import { onThisMachine } from '../harness/computed-ms.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { counts, onServer, useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();

/** A replica that has failed is out of rotation after this time. */
const LEAVES_WITHIN_MS = 1_000;
/** After this time, a request that waits for a failed replica is sent to the primary. */
const ANSWERS_WITHIN_MS = onThisMachine(2_500);

type Load = { stop: () => Promise<{ answers: number; failed: number[]; slowestMs: number }> };
let running: Load | undefined;

/** Requests of several teams, one after the other in each. */
async function startLoad(): Promise<Load> {
  const { api } = replicated();
  const teams: TestTeam[] = [];
  for (let n = 0; n < 4; n += 1) teams.push(await makeTeam(api));
  const seen = { answers: 0, failed: [] as number[], slowestMs: 0 };
  let isOver = false;
  const loop = async (team: TestTeam) => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await team.request('GET', '/users');
      seen.answers += 1;
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startedAt);
      if (status !== 200) seen.failed.push(status);
    }
  };
  const loops = teams.map(loop);
  const load: Load = {
    stop: async () => {
      isOver = true;
      running = undefined;
      await Promise.all(loops);
      return seen;
    },
  };
  running = load;
  return load;
}

afterEach(() => running?.stop());

const isIn = (n: number) => replicated().api.replicas?.all[n - 1]?.isIn;

async function leavesInTime(n: number, fails: () => Promise<unknown>): Promise<void> {
  await until(`replica ${n} in rotation`, () => isIn(n));
  await fails();
  const startedAt = performance.now();
  await until(`replica ${n} out of rotation`, () => !isIn(n));
  expect(performance.now() - startedAt).toBeLessThan(LEAVES_WITHIN_MS);
}

async function answersMore(than: number): Promise<void> {
  await until('more answers from replicas', () => counts(replicated()).ofReplicas > than);
}

test.each([
  [
    'killed',
    (n: number) => replicated().cluster.kill(n),
    (n: number) => replicated().cluster.restart(n),
  ],
  [
    'frozen',
    (n: number) => replicated().cluster.freeze(n),
    (n: number) => replicated().cluster.thaw(n),
  ],
] as const)(
  'a replica that is %s is out of rotation within a second, no client sees an error, and the replica comes back',
  async (_, fails, mends) => {
    const load = await startLoad();
    await answersMore(counts(replicated()).ofReplicas);
    await leavesInTime(1, () => fails(1)).catch(async (error: unknown) => {
      // The tests after this one need the replica.
      await mends(1);
      throw error;
    });
    // The other replica goes on.
    await answersMore(counts(replicated()).ofReplicas);
    await mends(1);
    await until('the replica back in rotation', () => isIn(1));
    await answersMore(counts(replicated()).ofReplicas);
    const { answers, failed, slowestMs } = await load.stop();
    expect(failed).toEqual([]);
    expect(answers).toBeGreaterThan(0);
    expect(slowestMs).toBeLessThan(ANSWERS_WITHIN_MS);
  },
);

test('every request is answered, although a replica ends its connections', async () => {
  const { api, cluster } = replicated();
  const team = await makeTeam(api);
  await until('a replica to answer', async () => {
    const before = counts(replicated()).ofReplicas;
    await team.request('GET', '/users');
    return counts(replicated()).ofReplicas > before;
  });
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name ~ '^team-api replica \\d'`;
  for (let n = 0; n < 4; n += 1) {
    await Promise.all(cluster.replicaUrls.map((url) => onServer(url, end)));
    expect((await team.request('GET', '/users')).status).toBe(200);
  }
});

test('a replica that is promoted under load is out of rotation within a second, and no client sees an error', async () => {
  const load = await startLoad();
  const { cluster } = replicated();
  await leavesInTime(2, () => onServer(cluster.url(2), 'select pg_promote(wait => false)'));
  await answersMore(counts(replicated()).ofReplicas);
  expect(isIn(2)).toBe(false);
  const { failed } = await load.stop();
  expect(failed).toEqual([]);
});
