import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MORE_ROUNDS, median, middle, type Round } from '../drive.ts';
import { cpuMs, cpuMsOfChildren } from '../proc.ts';
import type { Finding } from '../report.ts';
import { type Child, startChild } from './child.ts';
import type { Received } from './receiver-process.ts';
import {
  clearWebhooks,
  type Endpoint,
  insertDue,
  insertEndpoints,
  insertTeams,
  setSecrets,
} from './rows.ts';
import { environment, type Site, startWorkerProcess } from './site.ts';

const AT_LEAST = 0.6;
const [TEAMS, ENDPOINTS_EACH, DELIVERIES_EACH] = [10, 20, 100];
/** With 96, the worker's own number, the loop is not faster. */
const CONNECTIONS = 64;
const LIMIT_MS = 120_000;
const SAMPLES = 50;

type Stand = { site: Site; endpoints: Endpoint[]; each: number; count: number };

/** Measures how much of the HTTP client's speed remains when a database stores every delivery. */
export async function measureDeliveries(site: Site): Promise<Finding> {
  await clearWebhooks(site.sql, 'endpoints');
  const tenants = await insertTeams(site.sql, TEAMS);
  const endpoints = await insertEndpoints(site.sql, site.cluster, site.receiverUrl, {
    tenants,
    each: ENDPOINTS_EACH,
  });
  const each = DELIVERIES_EACH / (site.quick ? 10 : 1);
  const stand = { site, endpoints, each, count: each * endpoints.length };
  // A secret of the older form has one character less, and causes no headers of Standard Webhooks (P558).
  const older = {
    ...stand,
    endpoints: endpoints.map((one) => ({ ...one, secret: one.secret.slice(0, -1) })),
  };
  const rounds = site.rounds * MORE_ROUNDS;
  const worker = await startWorkerProcess(site.cluster, site.url);
  const bare = await startChild('bare-loop-process.ts', environment(site.cluster, site.url));
  try {
    await deliver(stand, worker.pid);
    await bare.ask({ do: 'read' });
    // The first round opens the connections.
    await sendBare(stand, bare, CONNECTIONS);
    const [ours, plain, theirs]: [Round[], Round[], Round[]] = [[], [], []];
    for (let n = 0; n < rounds; n++) {
      plain.push(await deliver(older, worker.pid));
      ours.push(await deliver(stand, worker.pid));
      theirs.push(await sendBare(stand, bare, CONNECTIONS));
      const [a, b] = [ours.at(-1)?.rps ?? 0, theirs.at(-1)?.rps ?? 0];
      console.error(`deliveries ${n + 1}/${rounds}: ${a.toFixed(0)} | ${b.toFixed(0)} a second`);
    }
    const ratio = median(ours.map(({ rps }) => rps)) / median(theirs.map(({ rps }) => rps));
    return {
      name: 'deliveries',
      title: 'deliveries of one worker',
      sides: { worker: middle(ours), 'undici loop': middle(theirs) },
      ratio,
      notes: [
        `The undici loop has ${CONNECTIONS} connections; receiver ${receiver(ours)} / ${receiver(theirs)} ms of CPU a request.`,
        `Without the headers of Standard Webhooks ${median(plain.map(({ rps }) => rps)).toFixed(0)} a second and ${middle(plain).serverCpuMs?.toFixed(4)} ms of the worker's CPU, with them ${median(ours.map(({ rps }) => rps)).toFixed(0)} and ${middle(ours).serverCpuMs?.toFixed(4)} ms, in turn.`,
      ],
      required: `>= ${AT_LEAST.toFixed(2)}`,
      passed: ratio >= AT_LEAST,
    };
  } finally {
    await bare.stop();
    await worker.stop();
  }
}

function receiver(rounds: Round[]): string {
  return middle(rounds).receiverCpuMs?.toFixed(3) ?? '-';
}

/** Switches on all endpoints in one transaction. The worker has warmed up. */
async function deliver(stand: Stand, pid: number): Promise<Round> {
  const { site, endpoints, each, count } = stand;
  const { sql, receiver } = site;
  await sql.query(`update webhook_endpoint set status = 'disabled'`);
  await clearWebhooks(sql);
  await setSecrets(sql, site.cluster, endpoints);
  await insertDue(sql, endpoints, each);
  await receiver.ask({ do: 'forget', keepEvery: Math.ceil(count / SAMPLES) });
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

async function sendBare(stand: Stand, bare: Child, concurrency: number): Promise<Round> {
  const { count, site } = stand;
  await site.receiver.ask({ do: 'forget', keepEvery: Math.ceil(count / SAMPLES) });
  const round = await timed(stand, bare.pid, () => bare.ask({ do: 'send', count, concurrency }));
  await checkReceived(stand);
  return round;
}

async function timed({ site, count }: Stand, pid: number, work: () => Promise<unknown>) {
  const cpu = () => [pid, site.receiver.pid].map(cpuMs);
  const [before, postgres] = [cpu(), cpuMsOfChildren(site.cluster.postmaster)];
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const [after, postgresAfter] = [cpu(), cpuMsOfChildren(site.cluster.postmaster)];
  const each = (a: number | null | undefined, b: number | null | undefined) =>
    a == null || b == null ? null : (b - a) / count;
  return {
    rps: count / seconds,
    p50: Number.NaN,
    p99: Number.NaN,
    requests: count,
    serverCpuMs: each(before[0], after[0]),
    postgresCpuMs: each(postgres, postgresAfter),
    receiverCpuMs: each(before[1], after[1]),
  };
}

async function checkDelivered(stand: Stand): Promise<void> {
  const { rows } = await stand.site.sql.query<{ ok: number; attempts: number }>(
    `select count(*) filter (where status = 'ok' and attempt = 1)::integer as ok,
       (select count(*)::integer from webhook_attempt) as attempts from webhook_delivery_state`,
  );
  const { ok = 0, attempts = 0 } = rows[0] ?? {};
  if (ok !== stand.count || attempts !== stand.count) {
    throw new Error(`${ok} of ${stand.count} deliveries are ok, after ${attempts} attempts`);
  }
  await checkReceived(stand);
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
