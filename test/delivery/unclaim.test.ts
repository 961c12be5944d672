import { expect, test } from 'vitest';
import { giveUpForTenant, unclaim } from '../../src/worker/delivery/claim.ts';
import { useDatabase } from '../harness/use-database.ts';
import { WebhookRows } from './harness/webhook-rows.ts';

const database = useDatabase();

test('a worker that stops frees the deliveries that it has claimed and not started, and none that another worker holds', async () => {
  const { pool } = database();
  const now = new Date();
  const rows = new WebhookRows(pool, now);
  await rows.tenant();
  const endpoint = await rows.endpoint();
  const leased = { next_try_at: now, leased_at: now, lease_no: 2 };
  const [ours, taken] = [
    await rows.delivery(endpoint, leased),
    await rows.delivery(endpoint, leased),
  ];
  await unclaim(pool, [
    { id: ours, leaseNo: 2 },
    { id: taken, leaseNo: 1 },
  ]);
  const { rows: left } = await pool.query(
    `select delivery_id as id, leased_at is null as free, next_try_at is not null as due
     from webhook_pending order by id`,
  );
  const expected = [
    { id: ours, free: true, due: true },
    { id: taken, free: false, due: true },
  ];
  expect(left).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
});

test('a slow worker gives up no delivery that another worker has claimed since', async () => {
  const { pool } = database();
  const now = new Date();
  const rows = new WebhookRows(pool, now);
  await rows.tenant('ten_3');
  const endpoint = await rows.endpoint({ tenant_id: 'ten_3' });
  const leased = { tenant_id: 'ten_3', next_try_at: now, leased_at: now, lease_no: 2 };
  const [ours, taken] = [
    await rows.delivery(endpoint, leased),
    await rows.delivery(endpoint, leased),
  ];
  await giveUpForTenant(pool, [
    { id: ours, leaseNo: 2 },
    { id: taken, leaseNo: 1 },
  ]);
  const { rows: left } = await pool.query(
    `select d.id, d.given_up_for, p.lease_no as held_as
     from webhook_delivery d left join webhook_pending p on p.delivery_id = d.id
     where d.tenant_id = 'ten_3' order by d.given_up_for`,
  );
  expect(left).toEqual([
    { id: ours, given_up_for: 'tenant_disabled', held_as: null },
    { id: taken, given_up_for: null, held_as: 2 },
  ]);
});

test('attempts and pending rows are deleted with their delivery, even if the whole team is deleted by hand', async () => {
  const { pool } = database();
  const rows = new WebhookRows(pool, new Date());
  await rows.tenant('ten_2');
  const endpoint = await rows.endpoint({ tenant_id: 'ten_2' });
  await rows.delivery(endpoint, { tenant_id: 'ten_2', attempt: 1 });
  const left = async () => {
    const { rows: found } = await pool.query(
      `select (select count(*)::integer from webhook_attempt) as attempts,
         (select count(*)::integer from webhook_pending where tenant_id = 'ten_2') as waiting`,
    );
    return found;
  };
  expect(await left()).toEqual([{ attempts: 1, waiting: 1 }]);
  await pool.query(`delete from tenant where id = 'ten_2'`);
  expect(await left()).toEqual([{ attempts: 0, waiting: 0 }]);
});
