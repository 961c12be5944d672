import type pg from 'pg';
import { register } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/rest/exchange.ts';
import { RequestLog } from '../../src/rest/request-log/request-log.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { newRequestId } from '../../src/shared/secrets/request-id.ts';
import { ManualClock } from '../harness/manual-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = new ManualClock();
const someTicks = async () => {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate);
};

/** A log that keeps its statements for the test. `answer` may refuse or delay an insert. */
function logOf(answer: () => Promise<Error | null> | Error | null = () => null) {
  const sent: { batches: number; counted: number } = { batches: 0, counted: 0 };
  const client = {
    on: () => undefined,
    off: () => undefined,
    release: () => undefined,
    async query(statement: string | { name: string; values?: unknown[][] }) {
      await new Promise(setImmediate);
      if (typeof statement === 'object' && statement.name === 'insert request log') {
        sent.batches += 1;
        const refusal = await answer();
        if (refusal) throw refusal;
      } else if (typeof statement === 'object') {
        sent.counted += statement.values?.[2]?.length ?? 0;
      }
    },
  };
  const pool = { connect: async () => client } as unknown as pg.Pool;
  const log = new RequestLog({ pool, clock, log: createLogger('silent'), isOn: true });
  return { sent, log };
}

function requestOf(keyId: string): Exchange {
  const actor = { tenantId: 'ten_1', keyId };
  return {
    admission: { verdict: 'admitted', actor, now: clock.now() },
    requestId: newRequestId(),
    method: 'GET',
    route: '/me',
    path: '/v1/me',
    ip: null,
    startedAt: performance.now(),
  } as unknown as Exchange;
}

const aSecond = async () => {
  vi.advanceTimersByTime(1_000);
  await someTicks();
};

test('lines that come while a batch is written wait for the next second, and share a batch', async () => {
  const { log, sent } = logOf();
  log.note(requestOf('key_1'), 200);
  vi.advanceTimersByTime(1_000);
  await new Promise(setImmediate);
  expect(sent.batches).toBe(0);
  for (let n = 0; n < 3; n++) log.note(requestOf('key_1'), 200);
  await someTicks();
  expect(sent.batches).toBe(1);
  await aSecond();
  expect(sent.batches).toBe(2);
  await aSecond();
  expect(sent.batches).toBe(2);
});

test('500 lines are written at once', async () => {
  const { log, sent } = logOf();
  for (let n = 0; n < 499; n++) log.note(requestOf('key_1'), 200);
  await someTicks();
  expect(sent.batches).toBe(0);
  log.note(requestOf('key_1'), 200);
  await someTicks();
  expect(sent.batches).toBe(1);
  await log.stop();
});

test('an orderly stop writes the usage of many keys, even after a batch whose answer was lost', async () => {
  let isAway = true;
  const away = Object.assign(new Error('away'), { code: '57P01' });
  const { log, sent } = logOf(() => (isAway ? away : null));
  for (let n = 0; n < 60; n++) log.note(requestOf(`key_${n}`), 200);
  await aSecond();
  expect(sent).toEqual({ batches: 1, counted: 0 });
  isAway = false;
  await log.stop();
  expect(sent).toEqual({ batches: 2, counted: 60 });
});

test('while a write hangs, 10,000 lines wait with it; further lines are dropped and counted', async () => {
  const dropped = async () => {
    const { values = [] } = (await metric?.get()) ?? {};
    return values.find(({ labels }) => labels.reason === 'overload')?.value ?? 0;
  };
  const metric = register.getSingleMetric('api_request_log_lines_dropped_total');
  const before = await dropped();
  const hanging = Promise.withResolvers<null>();
  const { log, sent } = logOf(() => hanging.promise);
  for (let n = 0; n < 16_000; n++) {
    log.note(requestOf('key_1'), 200);
    if (n === 5_000) await someTicks();
  }
  expect(sent.batches).toBe(1);
  expect((await dropped()) - before).toBe(6_000);
  hanging.resolve(null);
  await log.stop();
  expect((await dropped()) - before).toBe(6_000);
});
