import { describe, expect, onTestFinished, test } from 'vitest';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { until } from '../harness/until.ts';
import { Crowd } from './harness/crowd.ts';
import { openReceiver } from './harness/hook.ts';

const never = () => undefined;

type Hanging = { url: string; taken: () => number };

/** Takes connections and says nothing, not even of TLS. */
async function mute(): Promise<Hanging> {
  const { url, seen, close } = await startRawReceiver({ onTcp: never });
  onTestFinished(close);
  return { url: url(), taken: () => seen.connections };
}

/** Takes requests and never answers. */
async function silent(): Promise<Hanging> {
  const { url, requests } = await openReceiver(never);
  return { url: url(), taken: () => requests.length };
}

describe("1,000 deliveries to endpoints that hang ten seconds stand in nobody's way", () => {
  type Shape = { open: typeof mute; teams: number; hanging: number; each: number };
  test.each<[string, Shape]>([
    ['one endpoint with 1,000', { open: silent, teams: 1, hanging: 1, each: 1_000 }],
    ['50 endpoints of a team with 20 each', { open: silent, teams: 1, hanging: 50, each: 20 }],
    ['1,000 endpoints of ten teams', { open: mute, teams: 10, hanging: 100, each: 1 }],
  ])('%s: 5,000 healthy ones behind them finish within 10 s', async (_, shape) => {
    const crowd = await Crowd.make();
    const [hung, well] = [await shape.open(), await openReceiver()];
    const hanging: [team: string, ids: string[]][] = [];
    for (let n = 0; n < shape.teams; n += 1) {
      const team = await crowd.team();
      hanging.push([team, await crowd.endpoints(team, Array(shape.hanging).fill(hung.url))]);
    }
    // In one of those teams: what it can do to others it can do to itself.
    const [[team = ''] = []] = hanging;
    const urls = Array.from({ length: 50 }, (_, n) => well.url(`/${n}`));
    const healthy = await crowd.endpoints(team, urls);
    await crowd.startWorker();
    const arrive = async (each: number) => {
      const wanted = well.requests.length + 50 * each;
      const began = performance.now();
      await crowd.raise(team, healthy, each);
      await until(`${wanted} requests`, () => well.requests.length === wanted, 60_000);
      await until('their end', async () => (await crowd.count(healthy, 'pending')) === 0);
      return performance.now() - began;
    };
    // What this machine needs for a fifth of them while nobody hangs: it may have other things to do.
    const alone = await arrive(20);
    for (const [of, ids] of hanging) await crowd.raise(of, ids, shape.each);
    await until('the first to hang', () => hung.taken() > 0);
    const behind = await arrive(100);
    expect(behind).toBeLessThan(Math.max(10_000, 10 * alone));
    expect(await crowd.count(healthy, 'ok')).toBe(6_000);
  });
});

describe('a team with one delivery is served within 2 s behind another with 100,000 due', () => {
  test.each([
    ['one endpoint', 1],
    ['100 endpoints with 1,000 each', 100],
  ])('%s; when the worker starts, and when it is busy', async (_, endpoints) => {
    const crowd = await Crowd.make();
    const [large, small] = [await openReceiver(), await openReceiver()];
    const [first, second] = [await crowd.team(), await crowd.team()];
    const urls = Array.from({ length: endpoints }, (_, n) => large.url(`/${n}`));
    const many = await crowd.endpoints(first, urls);
    const one = await crowd.endpoints(second, [small.url()]);
    await crowd.raise(first, many, 100_000 / endpoints);
    await crowd.raise(second, one, 1);
    await crowd.startWorker();
    const ready = performance.now();
    await small.waitFor(1);
    const atStart = Number(small.requests[0]?.at) - ready;
    expect(atStart).toBeLessThan(2_000);
    await large.waitFor(1_000);
    const raised = performance.now();
    await crowd.raise(second, one, 1);
    await small.waitFor(2);
    const whenBusy = Number(small.requests[1]?.at) - raised;
    expect(whenBusy).toBeLessThan(2_000);
    expect(await crowd.count(many, 'pending')).toBeGreaterThan(50_000);
  });
});

test('while the endpoints of six teams hang, a seventh is served within 2 s', async () => {
  const crowd = await Crowd.make();
  const [hung, well] = [await mute(), await openReceiver()];
  for (let n = 0; n < 6; n += 1) {
    const team = await crowd.team();
    const ids = await crowd.endpoints(team, Array(100).fill(hung.url));
    await crowd.raise(team, ids, 4);
  }
  const seventh = await crowd.team();
  const one = await crowd.endpoints(seventh, [well.url()]);
  await crowd.startWorker();
  await until('200 to hang', () => hung.taken() >= 200);
  const raised = performance.now();
  await crowd.raise(seventh, one, 1);
  await well.waitFor(1);
  expect(Number(well.requests[0]?.at) - raised).toBeLessThan(2_000);
});
