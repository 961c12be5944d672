import { describe, expect, onTestFinished, test } from 'vitest';
import { onThisMachine } from '../harness/computed-ms.ts';
import { watchLateness } from '../harness/lateness.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { drawnCases, runs } from '../harness/rounds.ts';
import { until } from '../harness/until.ts';
import { waitedMs } from '../harness/waited-ms.ts';
import { BulkDeliveries } from './harness/bulk-deliveries.ts';
import { openReceiver } from './harness/hook.ts';

const never = () => undefined;

type Hanging = { url: string; taken: () => number };

/** A host that accepts connections and sends nothing, not even TLS. */
async function mute(): Promise<Hanging> {
  const { url, seen, close } = await startRawReceiver({ onTcp: never });
  onTestFinished(close);
  return { url: url(), taken: () => seen.connections };
}

/** A host that reads requests and never answers. */
async function silent(): Promise<Hanging> {
  const { url, requests } = await openReceiver(never);
  return { url: url(), taken: () => requests.length };
}

/** How many events each of the fifty healthy endpoints gets. */
const BEHIND = runs({ few: 10, all: 100 });

describe('1,000 deliveries to endpoints that hang for ten seconds delay no other delivery', () => {
  type Shape = { open: typeof mute; teams: number; hanging: number; each: number };
  test.each(
    drawnCases<[string, Shape]>(1, [
      ['one endpoint with 1,000', { open: silent, teams: 1, hanging: 1, each: 1_000 }],
      ['50 endpoints of a team with 20 each', { open: silent, teams: 1, hanging: 50, each: 20 }],
      ['1,000 endpoints of ten teams', { open: mute, teams: 10, hanging: 100, each: 1 }],
    ]),
  )(`%s: ${50 * BEHIND} healthy ones behind them finish within 10 s`, async (_, shape) => {
    const bulk = await BulkDeliveries.make();
    const [hung, well] = [await shape.open(), await openReceiver()];
    const hanging: [team: string, ids: string[]][] = [];
    for (let n = 0; n < shape.teams; n += 1) {
      const team = await bulk.team();
      hanging.push([team, await bulk.endpoints(team, Array(shape.hanging).fill(hung.url))]);
    }
    // The healthy endpoints belong to one of these teams, because a team must not delay itself either.
    const [[team = ''] = []] = hanging;
    const urls = Array.from({ length: 50 }, (_, n) => well.url(`/${n}`));
    const healthy = await bulk.endpoints(team, urls);
    await bulk.startWorker();
    const arrive = async (each: number) => {
      const wanted = well.requests.length + 50 * each;
      const began = performance.now();
      await bulk.raise(team, healthy, each);
      await until(`${wanted} requests`, () => well.requests.length === wanted, 60_000);
      await until('their end', async () => (await bulk.count(healthy, 'pending')) === 0);
      return performance.now() - began;
    };
    // The machine may be busy, so the test first measures a fifth of the deliveries while no receiver hangs.
    const alone = await arrive(BEHIND / 5);
    for (const [endpoint, ids] of hanging) await bulk.raise(endpoint, ids, shape.each);
    await until('the first to hang', () => hung.taken() > 0);
    const behind = await arrive(BEHIND);
    expect(behind).toBeLessThan(Math.max(10_000, 10 * alone));
    expect(await bulk.count(healthy, 'ok')).toBe(50 * (BEHIND / 5 + BEHIND));
  });
});

const DUE = runs({ few: 10_000, all: 100_000 });

describe(`a team with one delivery is served within 2 s behind another with ${DUE} due`, () => {
  test.each(
    drawnCases<[string, number]>(1, [
      ['one endpoint', 1],
      ['100 endpoints', 100],
    ]),
  )('%s; when the worker starts, and when it is busy', async (_, endpoints) => {
    const bulk = await BulkDeliveries.make();
    const [large, small] = [await openReceiver(), await openReceiver()];
    const [first, second] = [await bulk.team(), await bulk.team()];
    const urls = Array.from({ length: endpoints }, (_, n) => large.url(`/${n}`));
    const many = await bulk.endpoints(first, urls);
    const healthy = await bulk.endpoints(second, [small.url()]);
    await bulk.raise(first, many, DUE / endpoints);
    await bulk.raise(second, healthy, 1);
    await bulk.startWorker();
    const late = watchLateness(bulk.sql);
    const ready = performance.now();
    await small.waitFor(1);
    const atStart = Number(small.requests[0]?.at) - ready;
    await large.waitFor(1_000);
    const raised = performance.now();
    await bulk.raise(second, healthy, 1);
    await small.waitFor(2);
    const whenBusy = Number(small.requests[1]?.at) - raised;
    expect(Math.max(atStart, whenBusy)).toBeLessThan(onThisMachine(2_000) + (await late()));
    expect(await bulk.count(many, 'pending')).toBeGreaterThan(DUE / 2);
  });
});

test('while the endpoints of six teams hang, a seventh team is served within 2 s', async () => {
  const bulk = await BulkDeliveries.make();
  const [hung, well] = [await mute(), await openReceiver()];
  for (let n = 0; n < 6; n += 1) {
    const team = await bulk.team();
    const ids = await bulk.endpoints(team, Array(100).fill(hung.url));
    await bulk.raise(team, ids, 4);
  }
  const seventh = await bulk.team();
  const healthy = await bulk.endpoints(seventh, [well.url()]);
  const { pid } = await bulk.startWorker();
  await until('200 to hang', () => hung.taken() >= 200);
  const late = watchLateness(bulk.sql);
  const [raised, waitedBefore] = [performance.now(), waitedMs(pid)];
  await bulk.raise(seventh, healthy, 1);
  await well.waitFor(1);
  const waited = waitedMs(pid) - waitedBefore;
  expect(Number(well.requests[0]?.at) - raised).toBeLessThan(
    onThisMachine(2_000) + waited + (await late()),
  );
});
