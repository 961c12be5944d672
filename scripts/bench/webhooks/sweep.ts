import { shareOf } from '../../../src/shared/load/share-holder.ts';
import { Capacity } from '../../../src/worker/delivery/capacity.ts';
import { claimDue } from '../../../src/worker/delivery/claim.ts';
import { type Batch, EndpointQueue } from '../../../src/worker/delivery/endpoint-queue.ts';
import { type Due, findDue } from '../../../src/worker/delivery/find-due.ts';
import { createWorkerPool } from '../../../src/worker/start-worker.ts';
import { median } from '../drive.ts';
import { type Finding, upTo } from '../report.ts';
import { clearWebhooks, insertDue, insertEndpoints, insertTeams } from './rows.ts';
import type { Site } from './site.ts';

const AT_MOST_MS = 500;
const [TEAMS, ENDPOINTS_EACH, DUE_EACH, DUE_OF_ONE] = [10, 100, 10, 1_000_000];
/** The values of the delivery loop. */
const [MOST_BATCHES, LEASE_MS] = [128, 30_000];

type Pool = ReturnType<typeof createWorkerPool>;

/** Requires that an endpoint with a million due deliveries does not delay the others. */
export async function measureSweep(site: Site): Promise<Finding> {
  const { sql } = site;
  await clearWebhooks(sql, 'endpoints');
  const tenants = await insertTeams(sql, TEAMS);
  const sized = { tenants, each: ENDPOINTS_EACH };
  const endpoints = await insertEndpoints(sql, site.receiverUrl, sized);
  const dueOfLoaded = DUE_OF_ONE / (site.quick ? 10 : 1);
  // This endpoint is in the middle of the index, and its deliveries are the oldest.
  const loaded = endpoints.slice(500, 501);
  await insertDue(sql, loaded, dueOfLoaded);
  const others = endpoints.filter((endpoint) => !loaded.includes(endpoint));
  await insertDue(sql, others, DUE_EACH);
  await sql.query('vacuum (analyze) webhook_delivery, webhook_pending');
  const pool = createWorkerPool(site.url, site.log);
  const sweeps: number[] = [];
  const claims: number[] = [];
  try {
    for (let n = 0; n < site.rounds; n++) {
      const sweptAt = performance.now();
      const due = await findDue(pool);
      const claimedAt = performance.now();
      await claimFromAll(pool, due);
      claims.push(performance.now() - claimedAt);
      sweeps.push(claimedAt - sweptAt);
      console.error(
        `sweep ${n + 1}: ${sweeps.at(-1)?.toFixed(0)} + ${claims.at(-1)?.toFixed(0)} ms`,
      );
      await sql.query('update webhook_pending set leased_at = null where leased_at is not null');
    }
  } finally {
    await pool.end();
    await clearWebhooks(sql, 'endpoints');
  }
  const sums = sweeps.map((ms, i) => ms + (claims[i] ?? 0));
  return {
    name: 'sweep',
    title: `sweep of ${dueOfLoaded.toLocaleString('en')} + 999 x ${DUE_EACH}, all endpoints served`,
    ...upTo(median(sums), AT_MOST_MS, 'ms'),
    notes: [
      `The sweep alone ${median(sweeps).toFixed(0)} ms, until each of the 1,000 endpoints had a delivery claimed ${median(claims).toFixed(0)} ms more; slowest of ${sums.length}: ${Math.max(...sums).toFixed(0)} ms.`,
    ],
  };
}

/** Claims for all endpoints in turn, like the delivery loop, but every attempt ends at once. */
async function claimFromAll(pool: Pool, { endpoints }: Due): Promise<void> {
  if (endpoints.length !== TEAMS * ENDPOINTS_EACH) {
    throw new Error(`the sweep has found ${endpoints.length} endpoints`);
  }
  const [queue, capacity, served] = [new EndpointQueue(), new Capacity(), new Set<string>()];
  for (const { endpointId, tenantId } of endpoints) {
    queue.add({ endpointId, holder: shareOf({ homeTenantId: tenantId }) });
  }
  while (served.size < endpoints.length) {
    const batches = queue.next(capacity, MOST_BATCHES);
    for (const id of await claim(pool, batches)) served.add(id);
    for (const batch of batches) {
      queue.settle(batch, true);
      for (const slot of batch.slots) capacity.release(slot, 'fast');
    }
  }
}

async function claim(pool: Pool, batches: Batch[]): Promise<string[]> {
  const wanted = batches.map(({ endpointId, slots }) => ({ endpointId, most: slots.length }));
  const { claimed } = await claimDue(pool, { wanted, urgent: [], leaseMs: LEASE_MS });
  return claimed.map(({ endpointId }) => endpointId);
}
