import pg from 'pg';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { acrossTeams } from '../../src/db/transaction.ts';
import { Random } from '../../src/seed/demo/random.ts';
import { giveUpForTenant } from '../../src/worker/delivery/claim.ts';
import { recordAttempts } from '../../src/worker/delivery/record-attempts.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { deliveryRow, strayRows } from '../harness/delivery-rows.ts';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';
import { waitingBackend, waitingBackends } from '../harness/waiting.ts';
import { WebhookRows } from './harness/webhook-rows.ts';

const database = useDatabase();
let rows: WebhookRows;
let endpoint: string;

beforeEach(async () => {
  const { pool } = database();
  // Also deletes rows that a failed test has left.
  await pool.query('truncate tenant, webhook_delivery, webhook_pending, webhook_attempt cascade');
  rows = new WebhookRows(pool, new Date());
  await rows.tenant();
  endpoint = await rows.endpoint();
});

/** Deliveries that a worker holds by their first lease. */
async function leased(count: number): Promise<string[]> {
  const now = new Date();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push(await rows.delivery(endpoint, { next_try_at: now, leased_at: now, lease_no: 1 }));
  }
  return ids;
}

/**
 * Records one attempt for each delivery. Unless the test gives `error`, the id decides the outcome,
 * so that two callers record the same one.
 */
const finish = (pool: pg.Pool, ids: readonly string[], error?: string | null) =>
  recordAttempts(
    pool,
    ids.map((id) => ({
      id,
      leaseNo: 1,
      waitedMs: 0,
      code: null,
      ms: 1,
      excerpt: '',
      error: error === undefined ? outcomeOf(id) : error,
    })),
    [60_000],
  );

/** Half of the deliveries fail, chosen by the last digit of the time in their id. */
const outcomeOf = (id: string) => ('02468acegjmptwy'.includes(id[13] ?? '') ? 'http_status' : null);

/** A pool of one connection, inside a transaction that the test commits. */
async function transaction(): Promise<pg.Pool> {
  const alone = new pg.Pool({ connectionString: database().url, max: 1 });
  onTestFinished(() => alone.end());
  await alone.query('begin');
  return alone;
}

const attemptsOf = async (id: string) =>
  (
    await database().pool.query(
      'select n, lease_no, error from webhook_attempt where delivery_id = $1 order by n',
      [id],
    )
  ).rows;

test.for<[string, string | null]>([
  ['success', null],
  ['failure', 'timeout'],
])('of three results of one lease at once, only the first is written, a %s', async ([, error]) => {
  const { pool } = database();
  const [id = ''] = await leased(1);
  const first = await transaction();
  expect(await finish(first, [id], error)).toEqual([true]);
  const second = [finish(pool, [id], null), finish(pool, [id], 'reset')];
  await until('both to wait', async () => (await waitingBackends(pool)).length === 2);
  await first.query('commit');
  expect(await Promise.all(second)).toEqual([[false], [false]]);
  expect(await attemptsOf(id)).toEqual([{ n: 1, lease_no: 1, error }]);
  const status = error === null ? 'ok' : 'pending';
  expect(await deliveryRow(pool, id)).toMatchObject({ status, attempt: 1, leased_at: null });
  expect(await strayRows(pool)).toEqual([]);
});

test('a result that comes twice in one statement is written once', async () => {
  const { pool } = database();
  const ids = await leased(8);
  await finish(pool, [...ids, ...ids]);
  for (const id of ids) {
    const error = outcomeOf(id);
    expect(await attemptsOf(id)).toEqual([{ n: 1, lease_no: 1, error }]);
    const status = error === null ? 'ok' : 'pending';
    expect(await deliveryRow(pool, id)).toMatchObject({ status, attempt: 1, leased_at: null });
  }
});

test('one statement counts attempts of two hours in their own hours, and the later success clears `failing_since`', async () => {
  const { pool } = database();
  const began = [new Date('2026-03-29T00:59:59.999Z'), new Date('2026-03-29T01:00:00Z')];
  const held = (at: Date) => ({ next_try_at: new Date(), leased_at: at, lease_no: 1 });
  const [before = '', after = ''] = await Promise.all(
    began.map((at) => rows.delivery(endpoint, held(at))),
  );
  const result = { leaseNo: 1, waitedMs: 0, code: 200, ms: 1, excerpt: '' };
  const attempts = [
    { ...result, id: before, error: 'http_status' },
    { ...result, id: after, error: null },
  ];
  expect(await recordAttempts(pool, attempts, [60_000])).toEqual([true, true]);
  const hours = 'select hour, ok, failed from webhook_endpoint_hour where endpoint_id = $1';
  expect((await pool.query(`${hours} order by hour`, [endpoint])).rows).toEqual([
    { hour: new Date('2026-03-29T00:00:00Z'), ok: 0, failed: 1 },
    { hour: new Date('2026-03-29T01:00:00Z'), ok: 1, failed: 0 },
  ]);
  const { rows: stamps } = await pool.query(
    'select failing_since, last_success_at is not null as succeeded from webhook_endpoint where id = $1',
    [endpoint],
  );
  expect(stamps).toEqual([{ failing_since: null, succeeded: true }]);
});

test('a test of the endpoint is no attempt of its hour, and stamps only a success', async () => {
  const { pool } = database();
  const ping = await rows.delivery(endpoint, {
    ...{ next_try_at: new Date(), leased_at: new Date(), lease_no: 1 },
    event_type: 'ping',
  });
  const counted = async () =>
    (
      await pool.query(
        `select coalesce(sum(h.ok + h.failed), 0)::integer as n from webhook_endpoint_hour h
         where h.endpoint_id = $1`,
        [endpoint],
      )
    ).rows;
  const before = await counted();
  const result = { id: ping, leaseNo: 1, waitedMs: 0, code: null, ms: 1, excerpt: null };
  expect(await recordAttempts(pool, [{ ...result, error: 'dns_error' }], [60_000])).toEqual([true]);
  expect(await counted()).toEqual(before);
});

test.each(['result', 'deletion'])(
  'results that are recorded while their deliveries are deleted leave no row behind, with the %s first',
  async (what) => {
    const { pool } = database();
    const ids = await leased(4);
    const remove = (sql: pg.Pool) =>
      sql.query('delete from webhook_delivery where id = any ($1)', [ids]);
    const first = await transaction();
    if (what === 'result') {
      expect(await finish(first, ids)).toEqual(ids.map(() => true));
      const removed = remove(pool);
      await waitingBackend(pool, 'delete from webhook_delivery');
      await first.query('commit');
      expect((await removed).rowCount).toBe(4);
    } else {
      await remove(first);
      const finished = finish(pool, ids);
      await waitingBackend(pool, 'with result');
      await first.query('commit');
      expect(await finished).toEqual(ids.map(() => false));
    }
    expect(await strayRows(pool)).toEqual([]);
    expect((await pool.query('select from webhook_attempt')).rowCount).toBe(0);
  },
);

test('if a result comes at the moment when the delivery is given up, only the first of the two is written', async () => {
  const { pool } = database();
  const [done = '', input = ''] = await leased(2);
  const leases = [done, input].map((id) => ({ id, leaseNo: 1 }));
  const first = await transaction();
  await finish(first, [done], null);
  const giving = giveUpForTenant(pool, leases);
  await waitingBackend(pool);
  await first.query('commit');
  await giving;
  expect(await deliveryRow(pool, done)).toMatchObject({ status: 'ok', given_up_for: null });
  expect(await deliveryRow(pool, input)).toMatchObject({ status: 'gave_up', attempt: 0 });

  const [late = ''] = await leased(1);
  const second = await transaction();
  await giveUpForTenant(second, [{ id: late, leaseNo: 1 }]);
  const finished = finish(pool, [late]);
  await waitingBackend(pool, 'with result');
  await second.query('commit');
  expect(await finished).toEqual([false]);
  const ended = { status: 'gave_up', attempt: 0, given_up_for: 'tenant_disabled', lease_no: 1 };
  expect(await deliveryRow(pool, late)).toMatchObject(ended);
  expect(await strayRows(pool)).toEqual([]);
});

/** Many deliveries of one endpoint that a worker holds. */
async function manyLeased(endpointId: string): Promise<string[]> {
  await rows.deliveries(endpointId, 300);
  const { rows: taken } = await database().pool.query<{ id: string }>(
    `update webhook_pending set leased_at = now(), lease_no = 1 where endpoint_id = $1
     returning delivery_id as id`,
    [endpointId],
  );
  return taken.map(({ id }) => id);
}

/** Deletes the endpoint, and runs housekeeping at once (D166). */
async function removeEndpoint(pool: pg.Pool, endpointId: string): Promise<void> {
  const chore = retention().find(({ name }) => name === 'deliveries of deleted endpoints');
  if (!chore) throw new Error('There is no such chore');
  await pool.query('update webhook_endpoint set deleted_at = now() where id = $1', [endpointId]);
  await acrossTeams(pool, (prisma, client) =>
    chore.run(client, new Date(Date.now() + 60_000), prisma),
  );
}

test('D166: results that are recorded twice while deliveries are given up and the endpoint is deleted cause no deadlock and leave no row behind', async () => {
  const pool = new pg.Pool({ connectionString: database().url, max: 8 });
  onTestFinished(() => pool.end());
  const random = new Random(inject('seed'));
  for (let round = 0; round < 30; round++) {
    const endpointId = await rows.endpoint();
    const ids = await manyLeased(endpointId);
    const some = (share: number) => ids.filter(() => random.chance(share));
    // Deliveries of a disabled team are given up and not attempted.
    const input = new Set(some(0.2));
    const results = (share: number) => some(share).filter((id) => !input.has(id));
    await Promise.all([
      finish(pool, results(0.8)),
      finish(pool, results(0.8)),
      giveUpForTenant(
        pool,
        [...input].map((id) => ({ id, leaseNo: 1 })),
      ),
      removeEndpoint(pool, endpointId),
    ]);
    expect(await strayRows(pool)).toEqual([]);
    const { rows: wrong } = await pool.query(
      `select s.id from webhook_delivery_state s
       where s.attempt > 1 or (s.attempt > 0 and s.given_up_for is not null)
         or (s.status = 'pending') <> (s.next_try_at is not null)`,
    );
    expect(wrong).toEqual([]);
    // Housekeeping skips rows that are in use.
    await removeEndpoint(pool, endpointId);
    const left = await pool.query('select from webhook_delivery');
    expect(left.rowCount).toBe(0);
  }
  expect((await pool.query('select from webhook_attempt')).rowCount).toBe(0);
  expect((await pool.query('select from webhook_pending')).rowCount).toBe(0);
});
