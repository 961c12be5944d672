import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { OriginLimits } from '../../src/worker/delivery/origin-limits.ts';
import { createWorkerPool } from '../../src/worker/start-worker.ts';
import { startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';
import { makeDeliveryLoop } from './harness/delivery-loop.ts';
import { Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const database = useDatabase();
const times = { timeoutMs: 8_000, leaseMs: 28_000 };

/** A receiver that answers when the test says so, and counts how many requests wait for an answer. */
function heldReceiver() {
  const waiting = new Set<ServerResponse>();
  let most = 0;
  return {
    handler: (_: unknown, response: ServerResponse) => {
      waiting.add(response.on('close', () => waiting.delete(response)));
      most = Math.max(most, waiting.size);
    },
    get waiting() {
      return waiting.size;
    },
    get most() {
      return most;
    },
    answer(status: number) {
      for (const response of waiting) response.writeHead(status).end();
    },
  };
}

/**
 * Two loops, as of two workers. `sweep` lets both look for due deliveries, and waits until they have looked. A
 * loop remembers for a while which endpoints must wait, so `anew` begins with two other ones.
 */
function twoWorkers(held?: ReturnType<typeof heldReceiver>) {
  const begin = () => {
    const started = [1, 2].map(() => makeDeliveryLoop(database().url, times));
    // This runs before the loops stop, which would wait for the answers.
    onTestFinished(() => held?.answer(500));
    return started;
  };
  let loops = begin();
  const sweep = async () => {
    for (const { loop, sweep: once } of loops) {
      await once();
      await setImmediate();
      await until('the claims', () => !loop.isClaiming);
    }
  };
  return {
    sweep,
    async anew() {
      loops = begin();
      await sweep();
    },
  };
}

async function strangersHost(endpoints: number, events: number) {
  const held = heldReceiver();
  const subscriber = await Subscriber.make(database().url, {
    endpoints,
    handler: held.handler,
    isProven: false,
  });
  await subscriber.raise(events);
  return { held, subscriber };
}

const hurry = (sql: Subscriber['sql']) =>
  sql.query("update webhook_origin_attempt set started_at = started_at - interval '1 min'");

test('a host that has not answered 2xx gets four attempts of a team at once, from all workers together', async () => {
  const { held, subscriber } = await strangersHost(20, 5);
  const workers = twoWorkers(held);
  const before = await subscriber.sql.query('select next_try_at from webhook_pending order by 1');
  await until('four requests', async () => {
    await workers.sweep();
    return held.waiting === 4;
  });
  await workers.anew();
  expect(subscriber.receiver.requests).toHaveLength(4);
  const rows = await subscriber.deliveries();
  expect(rows.filter(({ lease_no }) => lease_no > 0)).toHaveLength(4);
  expect(rows.every(({ attempt, attempts }) => attempt + attempts === 0)).toBe(true);
  const after = await subscriber.sql.query('select next_try_at from webhook_pending order by 1');
  expect(after.rows).toEqual(before.rows);

  held.answer(500);
  await until('four more', async () => {
    await workers.sweep();
    return subscriber.receiver.requests.length === 8;
  });
  expect(held.most).toBe(4);
});

test('it gets sixty attempts of a team in a minute; what waits keeps its time, and counts no attempt', async () => {
  const { held, subscriber } = await strangersHost(5, 20);
  const { sql, team } = subscriber;
  await sql.query(
    `insert into webhook_origin_attempt (tenant_id, origin, delivery_id, lease_no, started_at)
     select $1, $2, 'whd_' || n, 1, now() from generate_series(1, 58) n`,
    [team.tenantId, new URL(subscriber.receiver.url()).origin],
  );
  const workers = twoWorkers(held);
  await until('the last two of the minute', async () => {
    await workers.sweep();
    return held.waiting === 2;
  });
  held.answer(500);
  await until('their results', async () => (await subscriber.deliveries()).some((d) => d.attempt));
  await workers.anew();
  expect(subscriber.receiver.requests).toHaveLength(2);
  await hurry(sql);
  await workers.anew();
  await until('four of the next minute', () => held.waiting === 4);
});

test('a sandbox counts to its parent, and another team does not notice', async () => {
  const { held, subscriber } = await strangersHost(3, 10);
  const of = { handler: held.handler, isProven: false, receiver: subscriber.receiver };
  const sandbox = await Subscriber.make(database().url, { ...of, endpoints: 3 });
  await sandbox.sql.query(
    'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
    [sandbox.team.tenantId, subscriber.team.tenantId],
  );
  await sandbox.raise(10);
  const workers = twoWorkers(held);
  await until('four requests', async () => {
    await workers.sweep();
    return held.waiting === 4;
  });
  await workers.anew();
  expect(held.waiting).toBe(4);

  const other = await Subscriber.make(database().url, { ...of, endpoints: 1 });
  await other.raise(1);
  await workers.sweep();
  await until('the request of the other team', () => held.waiting === 5);
});

test('after one 2xx of any of its endpoints, the team sends to the host as to any other', async () => {
  const { held, subscriber } = await strangersHost(5, 20);
  const workers = twoWorkers(held);
  await until('four requests', async () => {
    await workers.sweep();
    return held.waiting === 4;
  });
  const answering = setInterval(() => held.answer(200), 5);
  onTestFinished(() => clearInterval(answering));
  await until('all to be delivered', async () => {
    await workers.sweep();
    return (await subscriber.deliveries()).every(({ status }) => status === 'ok');
  });
  expect(subscriber.receiver.requests).toHaveLength(100);
  expect(held.most).toBeGreaterThan(4);
});

test('the attempts of a killed worker count until their leases end', async () => {
  const { held, subscriber } = await strangersHost(5, 5);
  const killed = await WorkerProcess.start(database().url, { WEBHOOK_TIMEOUT: '8s' });
  await until('four requests', () => held.waiting === 4);
  await killed.kill();
  const workers = twoWorkers(held);
  await workers.anew();
  expect(subscriber.receiver.requests).toHaveLength(4);
  await subscriber.sql.query(
    "update webhook_pending set leased_at = leased_at - interval '1 min' where leased_at is not null",
  );
  await workers.anew();
  await until('four more', () => subscriber.receiver.requests.length === 8);
});

test('an endpoint with many due deliveries leaves attempts to the others of its host', async () => {
  const subscriber = await Subscriber.make(database().url, {
    endpoints: 5,
    isProven: false,
    handler: (_, response) => response.writeHead(500).end(),
  });
  await subscriber.raise(40);
  const workers = twoWorkers();
  const { requests } = subscriber.receiver;
  await until('thirty-two requests', async () => {
    await workers.sweep();
    return requests.length >= 32;
  });
  expect(new Set(requests.map(({ path }) => path)).size).toBe(5);
});

test('a clock that is set back an hour does not hold up the attempts of that hour', async () => {
  const { held, subscriber } = await strangersHost(1, 5);
  await subscriber.sql.query(
    `insert into webhook_origin_attempt (tenant_id, origin, delivery_id, lease_no, started_at)
     select $1, $2, 'whd_' || n, 1, now() + interval '1 hour' from generate_series(1, 60) n`,
    [subscriber.team.tenantId, new URL(subscriber.receiver.url()).origin],
  );
  await twoWorkers(held).anew();
  await until('four requests', () => held.waiting === 4);
});

test('an endpoint that has waited for its host sends within seconds of a change of its URL', async () => {
  const { subscriber } = await strangersHost(1, 61);
  const { sql, team, endpointId } = subscriber;
  await sql.query(
    `insert into webhook_origin_attempt (tenant_id, origin, delivery_id, lease_no, started_at)
     select $1, $2, 'whd_' || n, 1, now() from generate_series(1, 60) n`,
    [team.tenantId, new URL(subscriber.receiver.url()).origin],
  );
  // It closes after the loops, which keep connections to it.
  const other = await startReceiver();
  onTestFinished(() => other.close());
  const workers = twoWorkers();
  await workers.sweep();
  await sql.query('update webhook_endpoint set url = $2 where id = $1', [endpointId, other.url()]);
  await until('a request of the other host', async () => {
    await workers.sweep();
    return other.requests.length > 0;
  });
  expect(subscriber.receiver.requests).toHaveLength(0);
});

test('a team with many such hosts delays a claim of another team by two claims at most', async () => {
  const log = createLogger('error', { write: () => undefined });
  const pool = createWorkerPool(database().url, log);
  onTestFinished(() => pool.end());
  const limits = new OriginLimits({ pool, log });
  const order: string[] = [];
  const options = { wanted: [], urgent: [], leaseMs: times.leaseMs };
  const claim = (teamId: string, n: number) => {
    const group = { teamId, origin: `https://host-${n}.example`, isProven: false };
    limits.claimQueued({ group, ids: new Set(), options }, () => order.push(teamId));
  };
  for (let n = 0; n < 30; n++) claim('ten_noisy', n);
  claim('ten_other', 0);
  await until('all claims', () => !limits.isClaiming);
  expect(order).toHaveLength(31);
  expect(order.indexOf('ten_other')).toBeLessThanOrEqual(2);
});
