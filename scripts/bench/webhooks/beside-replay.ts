import { idFloor, newId } from '../../../src/db/ids.ts';
import { API_VERSION } from '../../../src/features/webhooks/events.schema.ts';
import { HOUR_MS } from '../../../src/shared/time/durations.ts';
import { percentiles, type Round, roundOf } from '../drive.ts';
import { countCpu } from '../proc.ts';
import type { Finding } from '../report.ts';
import { startChild } from './child.ts';
import { lags } from './lag.ts';
import type { Raised, RaiserRequest } from './raiser-process.ts';
import type { Received } from './receiver-process.ts';
import { clearWebhooks, insertEndpoints, insertTeams } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const P99_MS = 1_000;
const [EVENTS, PER_SECOND] = [100_000, 20];
const TYPE = 'training.completed';
const LIMIT_MS = 900_000;

/** Measures how long live events of an endpoint wait while the worker replays a hundred thousand to the same endpoint. */
export async function measureBesideReplay(site: Site): Promise<Finding> {
  const { sql, cluster, receiver } = site;
  const count = site.quick ? EVENTS / 10 : EVENTS;
  await clearWebhooks(sql, 'endpoints');
  const tenants = await insertTeams(sql, 1);
  const [tenant = ''] = tenants;
  const events = ['member.joined'];
  const [endpoint] = await insertEndpoints(sql, site.receiverUrl, { tenants, each: 1, events });
  await insertKept(site, tenant, count);
  const worker = await startWorkerProcess(cluster, site.url);
  const raiser = await startChild('raiser-process.ts', { DATABASE_URL: site.url });
  const raise = (seconds: number) =>
    raiser.ask<Raised>({ tenants, perSecond: PER_SECOND, seconds } satisfies RaiserRequest);
  try {
    await receiver.ask({ do: 'forget', keepEvery: 1 });
    const warm = await raise(1);
    await receiver.ask({ do: 'wait', count: warm.size, limitMs: 10_000 });
    await receiver.ask({ do: 'forget', keepEvery: 1 });
    const [cpu, startedAt] = [countCpu(worker.pid, cluster.postmaster), performance.now()];
    const id = newId('whr', new Date());
    await sql.query(
      `insert into webhook_retry_run (tenant_id, id, endpoint_id, filter, from_at, to_at, actor_kind, actor_id,
         created_at, expected, makes_new, types)
       values ($1, $2, $3, 'null', now() - interval '2 hours', now(), 'user', '', now(), $4, true, $5)`,
      [tenant, id, endpoint?.id, count, [TYPE]],
    );
    const raised = await raise(site.quick ? 5 : 60);
    const { rows } = await sql.query<{ runs: boolean }>(
      'select finished_at is null as runs from webhook_retry_run where id = $1',
      [id],
    );
    if (!rows[0]?.runs) throw new Error('the replay has ended before the last live event');
    await receiver.ask({ do: 'wait', count: raised.size + count, limitMs: LIMIT_MS });
    const ms = performance.now() - startedAt;
    const received = await receiver.ask<Received>({ do: 'tell' });
    const live = received.kept.filter(({ body }) => raised.has(JSON.parse(body).data.member_id));
    const times = lags(raised, { requests: live.length, events: live.length, kept: live });
    const round: Round = { ...roundOf(count, ms, cpu()), ...percentiles(times) };
    return {
      name: 'replay',
      title: 'live events beside a replay to their endpoint',
      sides: { worker: round },
      required: `p99 <= ${P99_MS} ms`,
      passed: round.p99 <= P99_MS,
      notes: [`The replay sends ${count} deliveries; its rate is in the first column.`],
    };
  } finally {
    await raiser.stop();
    await worker.stop();
  }
}

/** Inserts events that the feed has kept, of the last hour. */
async function insertKept({ sql }: Site, tenant: string, count: number): Promise<void> {
  const floor = idFloor('evt', new Date(Date.now() - HOUR_MS));
  const body = { type: TYPE, api_version: API_VERSION, tenant_id: tenant, data: {} };
  await sql.query(
    `with made as (
       select $2 || lpad(n::text, 16, '0') as id, n from generate_series(1, $3::integer) g (n)
     ), event as (
       insert into webhook_event (tenant_id, id, type, body, created_at)
       select $1, m.id, $4, $5, now() - interval '1 hour' from made m
     )
     insert into kept_event (tenant_id, event_id, type, seq, created_at)
     select $1, m.id, $4, m.n, now() - interval '1 hour' from made m`,
    [tenant, floor, count, TYPE, JSON.stringify(body)],
  );
  await sql.query('analyze webhook_event, kept_event');
}
