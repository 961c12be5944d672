import { expect, test } from 'vitest';
import type { RunRef } from '../../src/features/webhooks/step-bulk-retry.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { BulkRetryLoop } from '../../src/worker/delivery/bulk-retry-loop.ts';
import type { DeliveryLoop } from '../../src/worker/delivery/delivery-loop.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const DELIVERIES = 20;
const QUEUED = 16;

/** Works on retries but sends nothing, so queued deliveries keep their endpoint busy. */
async function whileRetrying<T>(atOnce: number, work: () => Promise<T>): Promise<T> {
  const loop = { wake: () => undefined } as unknown as DeliveryLoop;
  const retries = new BulkRetryLoop({ pool: api().sql, loop, log: createLogger('silent'), atOnce });
  retries.wake();
  try {
    return await work();
  } finally {
    await retries.stop();
  }
}

async function requestedFor(team: TestTeam, owner: Browser): Promise<RunRef> {
  const endpointId = await insertEndpoint(team);
  const failed = { status: 'gave_up', attempt: 2, ended_at: api().clock.now() } as const;
  for (let n = 0; n < DELIVERIES; n++) {
    await insertDelivery(team, { endpoint_id: endpointId, ...failed });
  }
  const { retry_id: id } = await owner.app.webhooks.retryAll.mutate({ endpoint_id: endpointId });
  return { tenantId: team.tenantId, id, endpointId };
}

const stateOf = async ({ id }: RunRef) => {
  const { rows } = await api().sql.query(
    'select retried, stopped, finished_at is not null as is_over from webhook_retry_run where id = $1',
    [id],
  );
  return rows[0];
};

test('old retries with busy endpoints do not keep later ones waiting', async () => {
  const team = await makeTeam(api());
  const owner = await makeSession(team, team.owner);
  const [first, second] = [await requestedFor(team, owner), await requestedFor(team, owner)];
  await whileRetrying(1, async () => {
    await until('a step of both', async () => (await stateOf(second))?.retried === QUEUED);
  });
  expect(await stateOf(first)).toEqual({ retried: QUEUED, stopped: false, is_over: false });
});

test('a retry ends with its endpoint, even if it is asked for while the endpoint is deleted', async () => {
  const team = await makeTeam(api());
  const owner = await makeSession(team, team.owner);
  const [first, second] = [await requestedFor(team, owner), await requestedFor(team, owner)];
  await team.request('DELETE', `/webhook-endpoints/${first.endpointId}`);
  expect(await stateOf(first)).toEqual({ retried: 0, stopped: true, is_over: true });
  await api().sql.query('update webhook_endpoint set deleted_at = now() where id = $1', [
    second.endpointId,
  ]);
  await whileRetrying(1, async () => {
    await until('its end', async () => (await stateOf(second))?.is_over);
  });
  expect(await stateOf(second)).toEqual({ retried: 0, stopped: true, is_over: true });
});

test('as many deliveries are queued as were attempted, and at most 16 at a time', async () => {
  const team = await makeTeam(api());
  const run = await requestedFor(team, await makeSession(team, team.owner));
  await whileRetrying(1, async () => {
    await until('a full queue', async () => (await stateOf(run))?.retried === QUEUED);
    await api().sql.query(
      `delete from webhook_pending where delivery_id = any (array(
         select p.delivery_id from webhook_pending p where p.endpoint_id = $1 limit 2))`,
      [run.endpointId],
    );
    await until('more', async () => (await stateOf(run))?.retried > QUEUED);
  });
  expect(await stateOf(run)).toMatchObject({ retried: QUEUED + 2, is_over: false });
  const { rowCount } = await api().sql.query(
    'select from webhook_pending where endpoint_id = $1 and urgent_at is not null',
    [run.endpointId],
  );
  expect(rowCount).toBe(QUEUED);
});

test('a delivery that is given up without its attempt, and retried alone later, no longer belongs to the bulk retry', async () => {
  const team = await makeTeam(api());
  const { app } = await makeSession(team, team.owner);
  const run = await requestedFor(team, await makeSession(team, team.owner));
  await whileRetrying(1, async () => {
    await until('a full queue', async () => (await stateOf(run))?.retried === QUEUED);
  });
  const { rows } = await api().sql.query(
    `with over as (delete from webhook_pending where endpoint_id = $1 returning delivery_id as id)
     update webhook_delivery d set given_up_for = 'tenant_disabled', given_up_at = now()
     from over where d.id = over.id returning d.id`,
    [run.endpointId],
  );
  const delivery_id: string = rows[0]?.id;
  await app.webhooks.retryDelivery.mutate({ delivery_id });
  const { waiting } = await app.webhooks.getDelivery.query({ delivery_id });
  expect(waiting).toMatchObject({ run_id: null, by: { is_me: true } });
});
