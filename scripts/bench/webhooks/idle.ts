import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, cpuMsOfChildren } from '../proc.ts';
import type { Finding } from '../report.ts';
import { clearWebhooks } from './rows.ts';
import { type Site, startWorkerProcess } from './site.ts';

const AT_MOST_PERCENT = 2;
const [SETTLE_MS, IDLE_MS] = [5_000, 20_000];

export async function measureIdle(site: Site): Promise<Finding> {
  const { cluster } = site;
  await clearWebhooks(site.sql, 'endpoints');
  const worker = await startWorkerProcess(cluster, site.url);
  try {
    await sleep(SETTLE_MS);
    const cpu = () => [cpuMs(worker.pid), cpuMsOfChildren(cluster.postmaster)] as const;
    const [before, startedAt] = [cpu(), performance.now()];
    await sleep(IDLE_MS);
    const [after, ms] = [cpu(), performance.now() - startedAt];
    const percent = (i: 0 | 1) => (((after[i] ?? Number.NaN) - (before[i] ?? 0)) / ms) * 100;
    return {
      name: 'idle',
      title: 'worker with nothing to do',
      measured: `${percent(0).toFixed(1)} %`,
      required: `<= ${AT_MOST_PERCENT} %`,
      passed: percent(0) <= AT_MOST_PERCENT,
      notes: [`PostgreSQL meanwhile ${percent(1).toFixed(1)} % of one core, all of it.`],
    };
  } finally {
    await worker.stop();
  }
}
