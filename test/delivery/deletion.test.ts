import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { strayRows } from '../harness/delivery-rows.ts';
import { links } from '../harness/mailed-links.ts';
import { runs } from '../harness/rounds.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { BulkDeliveries } from './harness/bulk-deliveries.ts';
import { answering, Hook, openReceiver } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });

const MAX_PER_ENDPOINT = 16;
const WORKERS = 2;
const WAITING = runs({ few: 3_000, all: 10_000 });

/** Waits until the statements that run now have ended. */
async function statementsHaveEnded(): Promise<void> {
  const { rows } = await api().sql.query<{ at: string }>('select clock_timestamp()::text as at');
  await until('the statements to end', async () => {
    const { rowCount } = await api().sql.query(
      `select from pg_stat_activity
       where datname = current_database() and state <> 'idle' and query_start < $1`,
      [rows[0]?.at],
    );
    return rowCount === 0;
  });
}

const footprint = async ({ endpointId }: Hook) => {
  const { rows } = await api().sql.query(
    `select count(*)::integer as rows, sum(s.lease_no)::integer as leases,
       sum(coalesce(p.attempt, s.attempt))::integer as attempts,
       (select count(*)::integer from webhook_attempt a
         join webhook_delivery o on o.id = a.delivery_id and o.endpoint_id = $1) as recorded,
       (select count(*)::integer from webhook_pending w where w.endpoint_id = $1) as waiting
     from webhook_delivery_state s left join webhook_pending p on p.delivery_id = s.id
     where s.endpoint_id = $1`,
    [endpointId],
  );
  return rows[0];
};

test(`D166: deleted with ${WAITING} waiting and two workers at it: no further request is sent, and no further row written`, async () => {
  const bulk = BulkDeliveries.beside(api());
  const receiver = await openReceiver(async (_, response) => {
    await sleep(20);
    response.end();
  });
  const other = await openReceiver(answering(500, 500, 200));
  const hook = await Hook.to(api(), { url: receiver.url(), events: ['member.removed'] });
  const { team } = hook;
  const neighbour = await Hook.to(api(), { team, url: other.url() });
  await bulk.raise(team.tenantId, [hook.endpointId], WAITING);
  const workers = await Promise.all([bulk.startWorker(), bulk.startWorker()]);
  await receiver.waitFor(300);

  expect((await hook.remove()).status).toBe(200);
  const deletedAt = performance.now();
  await statementsHaveEnded();
  const left = await footprint(hook);
  expect([left.rows, left.leases < 0.9 * WAITING, left.recorded]).toEqual([
    WAITING,
    true,
    left.attempts,
  ]);
  // Every attempt was a success.
  expect(left.waiting).toBe(WAITING - left.recorded);

  // The workers go on meanwhile, and sweep several times.
  const id = await neighbour.happen();
  for (const attempt of [1, 2]) {
    await neighbour.attempted(id, attempt);
    await neighbour.setDelivery(id, "next_try_at = now() + interval '700 ms'");
  }
  expect(await neighbour.ended(id)).toMatchObject({ status: 'ok' });
  expect(await footprint(hook)).toEqual(left);
  const late = receiver.requests.filter(({ at }) => at > deletedAt);
  expect(late.length).toBeLessThanOrEqual(WORKERS * MAX_PER_ENDPOINT);
  expect(receiver.requests.length).toBeLessThanOrEqual(left.leases);

  await runHousekeeping({
    pool: api().sql,
    clock: databaseClock,
    log: createLogger('fatal'),
    links,
  });
  const nothing = { rows: 0, leases: null, attempts: null, recorded: 0, waiting: 0 };
  expect(await footprint(hook)).toEqual(nothing);
  expect(await strayRows(api().sql)).toEqual([]);
  const { rows } = await api().sql.query('select type from webhook_event where tenant_id = $1', [
    team.tenantId,
  ]);
  expect(rows).toEqual([{ type: 'member.joined' }]);
  for (const worker of workers) {
    expect(await worker.stop()).toBe(0);
    expect(worker.stdout).not.toMatch(/"level":"(error|warn)"/);
    expect(worker.stderr).toBe('');
  }
});
