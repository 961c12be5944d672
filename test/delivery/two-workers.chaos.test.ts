import { describe, expect, test } from 'vitest';
import { raisePing } from '../../src/features/webhooks/raise-event.ts';
import type { ReceiverHandler } from '../harness/receiver.ts';
import { drawnCases } from '../harness/rounds.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { useShared } from '../harness/use-shared.ts';
import { waitingBackends } from '../harness/waiting.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { raiseRemoval, Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const api = useApi({ env: loopbackReceivers });
const COPIES = 50;

async function subscriberOf(handler: ReceiverHandler): Promise<Subscriber & { team: TestTeam }> {
  const team = await makeTeam(api());
  const subscriber = await Subscriber.make(api().database.url, { handler, team });
  return Object.assign(subscriber, { team });
}

async function allWakeUpsAreRun(): Promise<void> {
  await until('the wake-ups to be run', async () => {
    const { rowCount } = await api().sql.query('select from graphile_worker.jobs');
    return rowCount === 0;
  });
}

/** Waits until the worker has had time to find everything that is due. */
async function twoSweeps(worker: WorkerProcess): Promise<void> {
  const sweeps = () => worker.metric('webhook_sweep_duration_seconds_count');
  const before = await sweeps();
  await until('two more sweeps', async () => (await sweeps()) >= before + 2);
}

/** Adds the same wake-up job many times. */
async function wakeUp({ sql, team, endpointId }: Subscriber, urgent: string[] | null) {
  const payload = { tenant: team.tenantId, endpoints: [endpointId], urgent };
  await sql.query(`select enqueue('webhook.deliver', $1) from generate_series(1, ${COPIES})`, [
    JSON.stringify(payload),
  ]);
}

test('a worker that was frozen until its leases ended changes nothing if another worker got a 200 or 500 meanwhile', async () => {
  const firstAnswered = Promise.withResolvers<void>();
  const heldAnswered = Promise.withResolvers<void>();
  const answered = async (code: number, answers = Promise.resolve()) => {
    const subscriber = await subscriberOf(async (_, response) => {
      const isFirst = subscriber.receiver.requests.length === 1;
      await (isFirst ? firstAnswered.promise : answers);
      if (!isFirst) response.statusCode = code;
      response.end();
    });
    return subscriber;
  };
  // Only the lease number tells this delivery from the one that the frozen worker holds.
  const held = await answered(200, heldAnswered.promise);
  const both = [
    { subscriber: await answered(200), status: 'ok' },
    { subscriber: await answered(500), status: 'pending' },
  ];
  const all = [...both.map(({ subscriber }) => subscriber), held];
  const stale = await WorkerProcess.start(api().database.url);
  for (const subscriber of all) await subscriber.raise();
  for (const subscriber of all) await subscriber.receiver.waitFor(1);
  stale.freeze();
  // The claim is repeated, because a claim may have been running when the worker froze.
  await until('its leases to be over', async () => {
    const { rowCount } = await api().sql.query(
      `update webhook_pending set leased_at = leased_at - interval '10 min'
       where leased_at > now() - interval '5 min'`,
    );
    return rowCount === 0;
  });
  const leaseNo = async (subscriber: Subscriber) => (await subscriber.delivery()).lease_no;
  const leases = await Promise.all(both.map(({ subscriber }) => leaseNo(subscriber)));
  // The request of this worker is under way while the late results are written.
  const other = await WorkerProcess.start(api().database.url, { WEBHOOK_TIMEOUT: '60s' });
  const written: unknown[] = [];
  for (const [i, { subscriber, status }] of both.entries()) {
    await subscriber.receiver.waitFor(2);
    await until('the other to have written', async () => !(await subscriber.delivery()).is_leased);
    written.push(await everythingOf(subscriber));
    const theirs = { status, attempt: 1, lease_no: (leases[i] ?? 0) + 1 };
    expect(await subscriber.delivery()).toMatchObject(theirs);
  }
  await held.receiver.waitFor(2);
  written.push(await everythingOf(held));

  firstAnswered.resolve();
  stale.continue();
  const fenced = (worker: WorkerProcess) => worker.metric('webhook_fenced_writes_total');
  await until('the late writes', async () => (await fenced(stale)) === 3);
  expect(await fenced(other)).toBe(0);
  for (const [i, subscriber] of all.entries()) {
    expect(await everythingOf(subscriber)).toEqual(written[i]);
    expect([...subscriber.arrived().values()]).toEqual([2]);
  }
  heldAnswered.resolve();
  await held.allOk();
  expect(await held.delivery()).toMatchObject({ attempt: 1, attempts: 1 });
});

/** All columns that an attempt could change. */
async function everythingOf({ sql, team }: Subscriber): Promise<unknown> {
  const { rows } = await sql.query(
    `select to_jsonb(d) as delivery, to_jsonb(p) as pending, to_jsonb(a) as attempt,
       to_jsonb(e) - 'secret' as endpoint
     from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
       left join webhook_pending p on p.delivery_id = d.id
       left join webhook_attempt a on a.delivery_id = d.id
     where d.tenant_id = $1`,
    [team.tenantId],
  );
  return rows;
}

describe('two workers send one request', () => {
  // A request stays under way while the workers sweep. That takes seconds on a busy machine.
  const env = { WEBHOOK_TIMEOUT: '60s' };
  const workers = useShared((atEnd) =>
    Promise.all([0, 1].map(() => WorkerProcess.start(api().database.url, env, { atEnd }))),
  );

  test.each(drawnCases(1, ['a delivery', 'a ping']))(
    'for fifty wake-ups of %s, and fifty more while the request is under way',
    async (what) => {
      const answered = Promise.withResolvers<void>();
      const subscriber = await subscriberOf(async (_, response) => {
        await answered.promise;
        response.end();
      });
      const { team, receiver, endpointId } = subscriber;
      const isPing = what === 'a ping';
      await team.do<unknown>((call) => (isPing ? raisePing(call, endpointId) : raiseRemoval(call)));
      const urgent = isPing ? [(await subscriber.delivery()).id] : null;
      await wakeUp(subscriber, urgent);
      await receiver.waitFor(1);
      await wakeUp(subscriber, urgent);
      await allWakeUpsAreRun();
      await Promise.all(workers().map(twoSweeps));
      answered.resolve();
      await subscriber.allOk();
      await wakeUp(subscriber, urgent);
      await allWakeUpsAreRun();
      await Promise.all(workers().map(twoSweeps));
      expect(receiver.requests).toHaveLength(1);
      expect(await subscriber.delivery()).toMatchObject({ attempt: 1, attempts: 1, lease_no: 1 });
    },
  );

  test.each(drawnCases(1, ['pending', 'gave_up']))(
    'for two manual retries of a delivery that is %s, at the same moment in two APIs',
    async (status) => {
      const answered = Promise.withResolvers<void>();
      const subscriber = await subscriberOf(async (_, response) => {
        if (subscriber.receiver.requests.length > 1) await answered.promise;
        else response.statusCode = 500;
        response.end();
      });
      const { receiver, sql, team } = subscriber;
      await subscriber.raise();
      await until('the first failure', async () => (await subscriber.delivery()).attempt === 1);
      const { id } = await subscriber.delivery();
      // The last attempt has failed, so the delivery has no row in webhook_pending.
      if (status === 'gave_up') {
        await sql.query('delete from webhook_pending where delivery_id = $1', [id]);
      }
      expect(await subscriber.delivery()).toMatchObject({ status, attempt: 1 });
      const otherApi = await api().beside();
      const holder = await sql.connect();
      try {
        await holder.query('begin');
        await holder.query('select from webhook_delivery where id = $1 for update', [id]);
        const path = `/webhook-deliveries/${id}/retry`;
        const retries = [api(), otherApi].map((one) =>
          one.request('POST', path, { key: team.key }),
        );
        const waiting = async () => (await waitingBackends(sql, 'webhook_delivery')).length;
        await until('both to wait', async () => (await waiting()) === 2);
        await holder.query('commit');
        for (const { status: code } of await Promise.all(retries)) expect(code).toBe(202);
      } finally {
        holder.release();
        await otherApi.close();
      }
      await receiver.waitFor(2);
      answered.resolve();
      await subscriber.allOk();
      await allWakeUpsAreRun();
      await Promise.all(workers().map(twoSweeps));
      expect(receiver.requests).toHaveLength(2);
      expect(await subscriber.delivery()).toMatchObject({ attempt: 2, attempts: 2, lease_no: 2 });
    },
  );
});
