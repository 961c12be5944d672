import { percentiles, type Round, roundOf } from '../drive.ts';
import { countCpu } from '../proc.ts';
import type { Finding } from '../report.ts';
import { startChild } from './child.ts';
import type { Raised, RaiserRequest } from './raiser-process.ts';
import type { Received } from './receiver-process.ts';
import { clearWebhooks, insertEndpoints, insertTeams } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const [P50_MS, P99_MS] = [50, 250];
const [TEAMS, PER_SECOND, SECONDS, WARM_UP_SECONDS] = [20, 100, 20, 3];

/** Measures the time from the end of the commit to the request at the receiver. */
export async function measureLag(site: Site): Promise<Finding> {
  const { sql, cluster, receiver } = site;
  await clearWebhooks(sql, 'endpoints');
  const tenants = await insertTeams(sql, TEAMS);
  const events = ['member.joined'];
  await insertEndpoints(sql, site.receiverUrl, { tenants, each: 1, events });
  const worker = await startWorkerProcess(cluster, site.url);
  const raiser = await startChild('raiser-process.ts', { DATABASE_URL: site.url });
  const raise = async (seconds: number) => {
    await receiver.ask({ do: 'forget', keepEvery: 1 });
    const request: RaiserRequest = { tenants, perSecond: PER_SECOND, seconds };
    const raised = await raiser.ask<Raised>(request);
    await receiver.ask({ do: 'wait', count: raised.size, limitMs: 10_000 });
    return lags(raised, await receiver.ask<Received>({ do: 'tell' }));
  };
  try {
    await raise(WARM_UP_SECONDS);
    const [cpu, startedAt] = [countCpu(worker.pid, cluster.postmaster), performance.now()];
    const times = await raise(site.quick ? SECONDS / 4 : SECONDS);
    const measured = roundOf(times.length, performance.now() - startedAt, cpu());
    const round: Round = { ...measured, rps: PER_SECOND, ...percentiles(times) };
    return {
      name: 'lag',
      title: 'commit to first attempt',
      sides: { worker: round },
      required: `p50 <= ${P50_MS} ms, p99 <= ${P99_MS} ms`,
      passed: round.p50 <= P50_MS && round.p99 <= P99_MS,
    };
  } finally {
    await raiser.stop();
    await worker.stop();
  }
}

/** The time from each commit to the request with its event. */
export function lags(raised: Raised, { requests, events, kept }: Received): number[] {
  if (requests !== raised.size || events !== raised.size) {
    throw new Error(`${requests} requests with ${events} events for ${raised.size} commits`);
  }
  return kept.map(({ body, at }) => {
    const committedAt = raised.get(JSON.parse(body).data.member_id);
    if (committedAt === undefined) throw new Error('an event arrived that nobody has raised');
    return at - committedAt;
  });
}
