import os from 'node:os';
import { type Cpu, countCpu } from '../proc.ts';
import { type Finding, upTo } from '../report.ts';
import { insertTeams } from '../webhooks/rows.ts';
import { insertConnections, synchronized } from './connections.ts';
import type { CrmSite } from './site.ts';

const AT_MOST_S = 20;

/** Measures how a new team reads all deals and notes into empty tables. */
export async function measureFirst(site: CrmSite): Promise<Finding> {
  const { sql, cluster, rounds } = site;
  const worker = await site.startWorker();
  const all: ({ seconds: number } & Cpu)[] = [];
  try {
    for (let n = 0; n < rounds; n += 1) {
      const tenants = await insertTeams(sql, 1);
      const [id = ''] = await insertConnections(site, { tenants, notes: true });
      const cpu = countCpu(worker.pid, cluster.postmaster);
      const seconds = (await synchronized(sql, id)) / 1000;
      all.push({ seconds, ...cpu() });
      console.error(`first ${n + 1}: ${seconds.toFixed(1)} s, load ${os.loadavg()[0]?.toFixed(1)}`);
    }
  } finally {
    await worker.stop();
  }
  const middle = all.toSorted((a, b) => a.seconds - b.seconds)[all.length >> 1];
  if (!middle) throw new Error('There was no round');
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
  return {
    name: 'crm',
    title: 'first synchronization, 10,000 deals with 20,000 notes',
    ...upTo(middle.seconds, AT_MOST_S, 's'),
    notes: [
      `First synchronizations: ${all.map(({ seconds }) => seconds.toFixed(1)).join(', ')} s, the first one into empty tables. CPU of the median ${inSeconds(middle.serverCpuMs)} s in the worker and ${inSeconds(middle.postgresCpuMs)} s in PostgreSQL.`,
    ],
  };
}
