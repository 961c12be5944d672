import { describe, expect, test } from 'vitest';
import { Crowd } from './crowd.ts';
import { eventually, openReceiver } from './hook.ts';

const never = () => undefined;

describe("1,000 deliveries to endpoints that hang ten seconds stand in nobody's way", () => {
  type Shape = { teams: number; hanging: number; each: number; healthy: number };
  test.each<[string, Shape]>([
    ['one endpoint with 1,000', { teams: 1, hanging: 1, each: 1_000, healthy: 10 }],
    ['50 endpoints of one team with 20 each', { teams: 1, hanging: 50, each: 20, healthy: 50 }],
    ['1,000 endpoints of ten teams', { teams: 10, hanging: 100, each: 1, healthy: 50 }],
  ])('%s: 5,000 healthy ones behind them finish within 10 s', async (_, shape) => {
    const crowd = await Crowd.make();
    const [hung, well] = [await openReceiver(never), await openReceiver()];
    let team = '';
    for (let n = 0; n < shape.teams; n += 1) {
      team = await crowd.team();
      const ids = await crowd.endpoints(team, Array(shape.hanging).fill(hung.url()));
      await crowd.raise(team, ids, shape.each);
    }
    // In the last of those teams: what it can do to others it can do to itself.
    const urls = Array.from({ length: shape.healthy }, (_, n) => well.url(`/${n}`));
    const healthy = await crowd.endpoints(team, urls);
    await crowd.raise(team, healthy, 5_000 / shape.healthy);
    await crowd.startWorker();
    const began = performance.now();
    await eventually('5,000 answers', async () => (await crowd.count(healthy, 'ok')) === 5_000);
    const took = performance.now() - began;
    expect(took).toBeLessThan(10_000);
    expect(well.requests).toHaveLength(5_000);
    expect(hung.requests.length).toBeGreaterThan(0);
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
  const [hung, well] = [await openReceiver(never), await openReceiver()];
  for (let n = 0; n < 6; n += 1) {
    const team = await crowd.team();
    const ids = await crowd.endpoints(team, Array(100).fill(hung.url()));
    await crowd.raise(team, ids, 4);
  }
  const seventh = await crowd.team();
  const one = await crowd.endpoints(seventh, [well.url()]);
  await crowd.startWorker();
  await hung.waitFor(200);
  const raised = performance.now();
  await crowd.raise(seventh, one, 1);
  await well.waitFor(1);
  expect(Number(well.requests[0]?.at) - raised).toBeLessThan(2_000);
});
