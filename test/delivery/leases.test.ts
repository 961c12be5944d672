import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Hook, openReceiver, sweeps, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
/** A lease lasts this long and 20 s. */
useWorker(api, { WEBHOOK_TIMEOUT: '20s' });

/** A delivery in a state that only a fault causes. It has no job, so only a sweep can find it. */
async function found(changes: string, endpoint = "status = 'active'") {
  const receiver = await openReceiver();
  const hook = await Hook.to(api(), { url: receiver.url() });
  await hook.change({ status: 'disabled' });
  const id = await hook.happen();
  await hook.setDelivery(id, changes);
  await hook.set(endpoint);
  return { receiver, hook, id };
}

test('a sweep finds a delivery that is overdue, whose worker is dead, or whose job was lost', async () => {
  const all = [
    await found("next_try_at = '2001-01-01'"),
    await found("leased_at = now() - interval '41 s', lease_no = 7"),
    await found('urgent_at = now(), attempt = 1, next_try_at = null'),
  ];
  for (const { receiver, hook, id } of all) {
    const done = { status: 'ok', leased_at: null, lost_leases: null, urgent_at: null };
    expect(await hook.ended(id)).toMatchObject(done);
    expect(receiver.requests).toHaveLength(1);
  }
});

test('after the clock was set back, a lease that begins in the future does not hold', async () => {
  const all = [
    await found("leased_at = now() + interval '2 min'"),
    await found("leased_at = now() + interval '5 y', lost_leases = 2"),
  ];
  for (const { receiver, hook, id } of all) {
    expect(await hook.ended(id)).toMatchObject({ status: 'ok', leased_at: null });
    expect(receiver.requests).toHaveLength(1);
  }
});

test('a lease holds until its end, even if a fast clock has given it', async () => {
  const all = [
    await found('leased_at = now(), lease_no = 3'),
    await found("leased_at = now() + interval '38 s', lease_no = 3"),
    await found("leased_at = now() - interval '15 s', urgent_at = now(), lease_no = 3"),
  ];
  await sweeps(2);
  for (const { receiver, hook, id } of all) {
    expect(await hook.delivery(id)).toMatchObject({ status: 'pending', lease_no: 3, attempt: 0 });
    expect(receiver.requests).toHaveLength(0);
  }
});

test('a pause that cannot be written does not delay deliveries', async () => {
  const failing = await found("next_try_at = now() + interval '1 d'");
  await failing.hook.set("failing_since = now() - interval '4 d'");
  await api().sql.query(`alter table audit_entry
    add constraint broken check (action <> 'webhook_endpoint.paused') not valid`);
  const { hook, id } = await found("next_try_at = now() - interval '1 s'");
  expect(await hook.ended(id)).toMatchObject({ status: 'ok' });
  expect(await failing.hook.endpoint()).toMatchObject({ status: 'active' });
});

test.each(['urgent', 'due'])(
  'a delivery that is %s and locked does not hold up others',
  async (state) => {
    const locked = await found('leased_at = now()', 'deleted_at = now()');
    const other = await found('next_try_at = now()', "description = 'held'");
    const holder = await api().sql.connect();
    try {
      await holder.query('begin');
      const lock = 'select from webhook_pending where delivery_id = $1 for update';
      const urgent = state === 'urgent' ? ', urgent_at = now()' : '';
      await locked.hook.setDelivery(locked.id, `leased_at = null${urgent}`);
      await holder.query(lock, [locked.id]);
      await locked.hook.set("deleted_at = null, status = 'active'");
      await sweeps(1);
      await other.hook.set("status = 'active'");
      expect(await other.hook.ended(other.id)).toMatchObject({ status: 'ok' });
      expect(locked.receiver.requests).toHaveLength(0);
      await holder.query('commit');
      expect(await locked.hook.ended(locked.id)).toMatchObject({ status: 'ok' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  },
);

test('webhook_oldest_due_seconds is how long the oldest due delivery has waited', async () => {
  await found("leased_at = now(), next_try_at = now() - interval '90 s'");
  await sweeps(1);
  const text = await register.getSingleMetricAsString('webhook_oldest_due_seconds');
  const seconds = Number(/^webhook_oldest_due_seconds (\S+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(90);
  expect(seconds).toBeLessThan(300);
});
