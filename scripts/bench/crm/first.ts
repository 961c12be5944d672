import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, cpuMsOfChildren, residentMiB } from '../proc.ts';
import type { Finding } from '../report.ts';
import { insertTeams } from '../webhooks/rows.ts';
import { insertConnections, synchronized } from './connections.ts';
import type { CrmSite } from './site.ts';

const [DEALS, NOTES_OF_EACH, MANY] = [10_000, 2, 10];
const AT_MOST_S = 20;
const MEMORY_AT_MOST = 1.1;
const HOURS_AGO_MS = 2 * 3_600_000;

/** Makes deals that were changed two hours ago: a window of the last hour does not contain them. */
export async function seed({ fake, quick }: CrmSite, times = 1): Promise<void> {
  await fake.tell('clock', { offsetMs: -HOURS_AGO_MS });
  await fake.tell('seed', { deals: (DEALS * times) / (quick ? 10 : 1), notes: NOTES_OF_EACH });
  await fake.tell('clock', { offsetMs: 0 });
}

/** Measures how a new team reads all deals and notes into empty tables. */
export async function measureFirst(site: CrmSite): Promise<Finding> {
  const { sql, cluster } = site;
  const worker = await site.startWorker();
  const seconds: number[] = [];
  const used: number[][] = [];
  try {
    for (let n = 0; n < site.rounds; n += 1) {
      const [id = ''] = await insertConnections(site, {
        tenants: await insertTeams(sql, 1),
        notes: true,
      });
      const cpu = () => [cpuMs(worker.pid) ?? 0, cpuMsOfChildren(cluster.postmaster) ?? 0];
      const before = cpu();
      seconds.push((await synchronized(sql, id)) / 1000);
      used.push(cpu().map((ms, i) => (ms - (before[i] ?? 0)) / 1000));
      console.error(
        `first ${n + 1}: ${seconds.at(-1)?.toFixed(1)} s, CPU ${used.at(-1)?.map((s) => s.toFixed(1))}, load ${os.loadavg()[0]?.toFixed(1)}`,
      );
    }
  } finally {
    await worker.stop();
  }
  const median = seconds.toSorted((a, b) => a - b)[seconds.length >> 1] ?? Number.NaN;
  const [node = 0, postgres = 0] = used[seconds.indexOf(median)] ?? [];
  return {
    name: 'crm',
    title: 'first synchronization, 10,000 deals with 20,000 notes',
    measured: `${median.toFixed(1)} s`,
    required: `<= ${AT_MOST_S} s`,
    passed: median <= AT_MOST_S,
    notes: [
      `First synchronizations: ${seconds.map((s) => s.toFixed(1)).join(', ')} s, the first one into empty tables. CPU of the median ${node.toFixed(1)} s in the worker and ${postgres.toFixed(1)} s in PostgreSQL.`,
    ],
  };
}

/** The memory of one worker: after a first synchronization of 10,000 deals, and after a second one of 100,000. */
export async function measureCrmMemory(site: CrmSite): Promise<Finding> {
  const { sql, fake } = site;
  const worker = await site.startWorker();
  const resident = () => residentMiB(worker.pid) ?? Number.NaN;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, resident());
  }, 250);
  const read = async (): Promise<number> => {
    const [id = ''] = await insertConnections(site, {
      tenants: await insertTeams(sql, 1),
      notes: true,
    });
    const ms = await synchronized(sql, id);
    // Gives the garbage collector time after the last page.
    await sleep(1000);
    console.error(`memory: ${resident().toFixed(0)} MiB after ${(ms / 1000).toFixed(1)} s`);
    return resident();
  };
  try {
    const few = await read();
    const mostOfFew = most;
    await fake.tell('quiet');
    await seed(site, MANY - 1);
    const many = await read();
    const ratio = many / few;
    return {
      name: 'crm',
      title: 'memory of a worker, 10,000 and 100,000 deals',
      memory: { few, many },
      ratio,
      required: `<= ${MEMORY_AT_MOST.toFixed(2)}`,
      passed: ratio <= MEMORY_AT_MOST,
      notes: [`At most ${mostOfFew.toFixed(0)} and ${most.toFixed(0)} MiB while they ran.`],
    };
  } finally {
    clearInterval(watch);
    await worker.stop();
  }
}
