import { setTimeout as sleep } from 'node:timers/promises';
import { countCpu } from '../proc.ts';
import { type Finding, upTo } from '../report.ts';
import type { ServerProcess } from '../server-process.ts';
import { clearWebhooks } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const AT_MOST_PERCENT = 2;

export async function measureIdle(site: Site): Promise<Finding> {
  const { cluster } = site;
  await clearWebhooks(site.sql, 'endpoints');
  const worker = await startWorkerProcess(cluster, site.url);
  try {
    const what = { name: 'idle', title: 'worker with nothing to do' };
    return await idleShare(what, { worker, ...cluster, settleMs: 5_000, idleMs: 20_000 });
  } finally {
    await worker.stop();
  }
}

type Idle = { worker: ServerProcess; postmaster: number; settleMs: number; idleMs: number };

/** The share of a core that a worker uses for so long, after it has settled. */
export async function idleShare(
  what: Pick<Finding, 'name' | 'title'>,
  { worker, postmaster, settleMs, idleMs }: Idle,
): Promise<Finding> {
  await sleep(settleMs);
  const [cpu, startedAt] = [countCpu(worker.pid, postmaster), performance.now()];
  await sleep(idleMs);
  const { serverCpuMs, postgresCpuMs } = cpu();
  const percent = (ms: number) => (ms / (performance.now() - startedAt)) * 100;
  return {
    ...what,
    ...upTo(percent(serverCpuMs), AT_MOST_PERCENT, '%'),
    notes: [`PostgreSQL meanwhile ${percent(postgresCpuMs).toFixed(1)} % of one core, all of it.`],
  };
}
