import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { alternately, MORE_ROUNDS, median, type Round, roundOf } from '../drive.ts';
import { countCpu, cpuMs } from '../proc.ts';
import { atLeast, type Finding } from '../report.ts';
import { type Child, startChild } from './child.ts';
import type { Received } from './receiver-process.ts';
import { clearWebhooks, type Endpoint, insertDue, insertEndpoints, insertTeams } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const AT_LEAST = 0.6;
const [TEAMS, ENDPOINTS_EACH, DELIVERIES_EACH] = [10, 20, 100];
/** With 96, the worker's own number, the loop is not faster. */
const CONNECTIONS = 64;
const LIMIT_MS = 120_000;
const SAMPLES = 50;

type Stand = {
  site: Site;
  endpoints: Endpoint[];
  each: number;
  count: number;
  /** The receiver's CPU time for a request, in each round. */
  receiverMs: number[];
};

/** Measures how much of the HTTP client's speed remains when a database stores every delivery. */
export async function measureDeliveries(site: Site): Promise<Finding> {
  await clearWebhooks(site.sql, 'endpoints');
  const tenants = await insertTeams(site.sql, TEAMS);
  const sized = { tenants, each: ENDPOINTS_EACH };
  const endpoints = await insertEndpoints(site.sql, site.receiverUrl, sized);
  const each = DELIVERIES_EACH / (site.quick ? 10 : 1);
  const stand: Stand = { site, endpoints, each, count: each * endpoints.length, receiverMs: [] };
  const worker = await startWorkerProcess(site.cluster, site.url);
  const bare = await startChild('bare-loop-process.ts', { DATABASE_URL: site.url });
  try {
    await deliver(stand, worker.pid);
    await bare.ask({ do: 'read' });
    // The first round opens the connections.
    await sendBare(stand, bare);
    const { ours, theirs, ratio } = await alternately('deliveries', site.rounds * MORE_ROUNDS, [
      () => deliver(stand, worker.pid),
      () => sendBare(stand, bare),
    ]);
    return {
      name: 'deliveries',
      title: 'deliveries of one worker',
      sides: { worker: ours, 'undici loop': theirs },
      ...atLeast(ratio, AT_LEAST),
      notes: [
        `The undici loop has ${CONNECTIONS} connections. The receiver uses ${median(stand.receiverMs).toFixed(3)} ms of CPU a request.`,
      ],
    };
  } finally {
    await bare.stop();
    await worker.stop();
  }
}

/** Switches on all endpoints in one transaction. The worker has warmed up. */
async function deliver(stand: Stand, pid: number): Promise<Round> {
  const { site, endpoints, each, count } = stand;
  const { sql, receiver } = site;
  await sql.query(`update webhook_endpoint set status = 'disabled'`);
  await clearWebhooks(sql);
  await insertDue(sql, endpoints, each);
  const round = await timed(stand, pid, async () => {
    await sql.query(
      `with active as (update webhook_endpoint set status = 'active' returning tenant_id, id)
       select enqueue('webhook.deliver', json_build_object('tenant', tenant_id,
         'endpoints', json_agg(id), 'urgent', null)) from active group by tenant_id`,
    );
    await sql.query('select notify_workers($1)', [TEAMS]);
    await receiver.ask({ do: 'wait', count, limitMs: LIMIT_MS });
    while (await isAnyPending(site)) await sleep(5);
  });
  await checkDelivered(stand);
  return round;
}

async function isAnyPending({ sql }: Site): Promise<boolean> {
  const { rows } = await sql.query<{ any: boolean }>(
    'select exists (select from webhook_pending) as any',
  );
  return rows[0]?.any ?? true;
}

function sendBare(stand: Stand, bare: Child): Promise<Round> {
  const request = { do: 'send', count: stand.count, concurrency: CONNECTIONS };
  return timed(stand, bare.pid, () => bare.ask(request));
}

async function timed(stand: Stand, pid: number, work: () => Promise<unknown>): Promise<Round> {
  const { count, site, receiverMs } = stand;
  const { receiver, cluster } = site;
  await receiver.ask({ do: 'forget', keepEvery: Math.ceil(count / SAMPLES) });
  const [cpu, before] = [countCpu(pid, cluster.postmaster), cpuMs(receiver.pid)];
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const round = roundOf(count, ms, cpu());
  receiverMs.push((cpuMs(receiver.pid) - before) / count);
  await checkReceived(stand);
  return round;
}

async function checkDelivered({ site, count }: Stand): Promise<void> {
  const { rows } = await site.sql.query<{ ok: number; attempts: number }>(
    `select count(*) filter (where status = 'ok' and attempt = 1)::integer as ok,
       (select count(*)::integer from webhook_attempt) as attempts from webhook_delivery_state`,
  );
  const { ok = 0, attempts = 0 } = rows[0] ?? {};
  if (ok !== count || attempts !== count) {
    throw new Error(`${ok} of ${count} deliveries are ok, after ${attempts} attempts`);
  }
}

/** Checks that each event arrived once and was signed with the secret of its endpoint. */
async function checkReceived({ site, endpoints, count }: Stand): Promise<void> {
  const { requests, events, kept } = await site.receiver.ask<Received>({ do: 'tell' });
  if (requests !== count || events !== count) {
    throw new Error(`${requests} requests with ${events} events, not ${count}`);
  }
  const secretOf = new Map(endpoints.map(({ id, secret }) => [`/${id}`, secret]));
  for (const { path, signature, body } of kept) {
    const t = /^t=(\d+),/.exec(signature)?.[1] ?? '';
    const hmac = createHmac('sha256', secretOf.get(path) ?? '').update(`${t}.${body}`);
    if (signature !== `t=${t},v1=${hmac.digest('hex')}`) throw new Error('a wrong signature');
  }
}
