import type pg from 'pg';
import { register } from 'prom-client';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import type { AttemptRecord } from '../../src/worker/delivery/record-attempts.ts';
import { Recorder } from '../../src/worker/delivery/recorder.ts';
import { useDatabase } from '../harness/use-database.ts';
import { WebhookRows } from './harness/webhook-rows.ts';

const database = useDatabase();
const now = new Date();
let rows: WebhookRows;
let endpoint: string;

beforeAll(async () => {
  rows = new WebhookRows(database().pool, now);
  await rows.tenant();
  endpoint = await rows.endpoint();
});
afterEach(() => vi.useRealTimers());

/** Waits for a condition. `vi.waitFor` would advance the fake timers. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

/** A delivery under a lease, as it is when its attempt ends. */
const leased = () => rows.delivery(endpoint, { next_try_at: now, leased_at: now, lease_no: 1 });

const resultOf = (id: string, more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  id,
  leaseNo: 1,
  waitedMs: 0,
  code: 200,
  ms: 5,
  excerpt: '',
  error: null,
  ...more,
});

/** A recorder on the real pool. It calls `statement` before each statement. */
function recorderOf(statement: () => Promise<void> = async () => undefined) {
  const pool: pg.Pool = Object.create(database().pool, {
    query: {
      value: async (query: pg.QueryConfig) => {
        await statement();
        return database().pool.query(query);
      },
    },
  });
  const log = createLogger('silent');
  const errors = vi.spyOn(log, 'error');
  const recorder = new Recorder({ pool, retryDelaysMs: [60_000], log });
  let done = 0;
  const add = (attempt: AttemptRecord, leaseMs = 60_000) =>
    recorder.add(attempt, performance.now() + leaseMs, () => (done += 1));
  return { recorder, add, errors, done: () => done };
}

/** Statements that wait until the test lets them pass. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    enter: () => new Promise<void>((pass) => waiting.push(pass)),
    async open(): Promise<void> {
      await until(() => waiting.length === 1);
      waiting.shift()?.();
    },
  };
}

async function statusOf(ids: string[]): Promise<string[]> {
  const { rows: found } = await database().pool.query<{ id: string; status: string }>(
    'select id, status from webhook_delivery_state where id = any ($1)',
    [ids],
  );
  return ids.map((id) => found.find((row) => row.id === id)?.status ?? 'gone');
}

test('"group commit": results that arrive during a write form the next batch, up to 1,024', async () => {
  const { enter, open } = gate();
  const { add, done } = recorderOf(enter);
  add(resultOf('whd_0'));
  await open();
  for (let n = 1; n <= 1_025; n++) add(resultOf(`whd_${n}`));
  await until(() => done() === 1);
  await open();
  await until(() => done() === 1_025);
  await open();
  await until(() => done() === 1_026);
});

describe('a result that could not be written', () => {
  test('because the database is away is written later, or dropped when its lease ends', async () => {
    let isAway = true;
    const { add, errors, done } = recorderOf(async () => {
      if (isAway) throw Object.assign(new Error('away'), { code: '57P01' });
    });
    const [kept, late] = [await leased(), await leased()];
    add(resultOf(kept));
    add(resultOf(late), 50);
    await until(() => done() === 1);
    expect(errors.mock.calls.map(([line]) => line)).toMatchObject([{ delivery_id: late }]);
    isAway = false;
    await until(() => done() === 2);
    expect(await statusOf([kept, late])).toEqual(['ok', 'pending']);
  });

  test('because the database refuses it does not keep the others from being written', async () => {
    const { add, errors, done } = recorderOf();
    const [first, refused, last] = [await leased(), await leased(), await leased()];
    for (const id of [first, refused, last]) {
      add(resultOf(id, { excerpt: id === refused ? '\0' : '' }));
    }
    await until(() => done() === 3);
    expect(errors.mock.calls.map(([line]) => line)).toMatchObject([{ delivery_id: refused }]);
    expect(await statusOf([first, refused, last])).toEqual(['ok', 'pending', 'ok']);
  });

  test('because another worker holds the delivery is counted', async () => {
    const { add, done } = recorderOf();
    const counted = async () =>
      (await register.getSingleMetric('webhook_fenced_writes_total')?.get())?.values[0]?.value ?? 0;
    const before = await counted();
    const [ours, taken] = [await leased(), await leased()];
    add(resultOf(ours));
    add(resultOf(taken, { leaseNo: 2 }));
    await until(() => done() === 2);
    expect((await counted()) - before).toBe(1);
    expect(await statusOf([ours, taken])).toEqual(['ok', 'pending']);
  });
});

describe('while no other attempt is running', () => {
  /** Stops the timer that waits for other results. */
  const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const someTicks = async () => {
    for (let n = 0; n < 20; n++) await new Promise(setImmediate);
  };

  test('the last result is written at once', async () => {
    const { waiting, enter, open } = gate();
    const { recorder, add, done } = recorderOf(enter);
    stopTime();
    add(resultOf('whd_1'));
    await someTicks();
    expect(waiting).toHaveLength(0);
    recorder.flush();
    await open();
    await until(() => done() === 1);
  });

  test('the last result is written right after a batch that is being written', async () => {
    const { enter, open } = gate();
    const { recorder, add, done } = recorderOf(enter);
    stopTime();
    for (let n = 1; n <= 2; n++) {
      add(resultOf(`whd_${n}`));
      recorder.flush();
    }
    await open();
    await open();
    await until(() => done() === 2);
  });

  test('later results wait for others again', async () => {
    const { waiting, enter } = gate();
    const { recorder, add } = recorderOf(enter);
    stopTime();
    recorder.flush();
    add(resultOf('whd_1'));
    await someTicks();
    expect(waiting).toHaveLength(0);
    vi.advanceTimersByTime(40);
    await someTicks();
    expect(waiting).toHaveLength(1);
  });
});
