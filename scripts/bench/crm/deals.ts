import path from 'node:path';
import { type Filled, fill } from '../database.ts';
import { compareDepth } from '../measure.ts';
import type { Finding } from '../report.ts';
import { apiOptions, startServer } from '../server-process.ts';
import { environment } from '../webhooks/site.ts';
import { deepPages } from '../works.ts';
import { type CrmSite, newDatabase } from './site.ts';

const [MANY, FEW] = [1_000_000, 10_000];

/** Compares deep pages of a team with 1,000,000 deals with those of a team with 10,000 in another database. */
export async function measureDeals(site: CrmSite): Promise<Finding> {
  const { cluster, quick } = site;
  const small = await newDatabase(cluster, 'bench_crm_small');
  const stopping: (() => Promise<void>)[] = [];
  const side = async (name: string, url: string, deals: number) => {
    const file = path.join(cluster.dir, `${name}-${process.pid}.jsonl`);
    const counts = { teams: 1, keys: 100, trainings: 0, assignments: 0, deals };
    const filled: Filled = await fill(url, file, counts);
    const server = await startServer({
      name,
      script: 'src/api.ts',
      nodeOptions: apiOptions,
      env: environment(cluster, url),
      logFile: path.join(cluster.dir, `${name}.log`),
      readyPath: '/readyz',
    });
    stopping.push(() => server.stop());
    const list = { table: 'crm_deal', route: 'crm/deals' } as const;
    return { server, url, requests: await deepPages(filled, cluster.encryptionKey, list) };
  };
  try {
    const sides = [
      await side('crm-many', site.url, MANY / (quick ? 10 : 1)),
      await side('crm-few', small, FEW),
    ];
    const found = await compareDepth(sides, {
      rounds: site.rounds,
      postmaster: cluster.postmaster,
    });
    return { ...found, name: 'crm', title: 'p99 of deep GET /crm/deals' };
  } finally {
    await Promise.all(stopping.map((stop) => stop()));
  }
}
