import os from 'node:os';
import type { BenchCluster } from '../database.ts';
import type { Finding } from '../report.ts';
import { measureBeside } from './beside.ts';
import { measureDeals } from './deals.ts';
import { measureCrmMemory, measureFirst, seed } from './first.ts';
import { measureHanging } from './hanging.ts';
import { measureJson } from './json.ts';
import { measureObjections } from './objections.ts';
import { openCrmSite } from './site.ts';
import { measureUnchanged } from './unchanged.ts';

/** All measurements of CRMs. The HubSpot of the tests runs in a process of its own, without its limits. */
export async function measureCrm(
  cluster: BenchCluster,
  options: { rounds: number; seconds: number; quick: boolean },
): Promise<Finding[]> {
  const site = await openCrmSite(cluster, options);
  const findings: Finding[] = [];
  const add = (...found: Finding[]): void => {
    for (const { title, measured, ratio } of found) {
      const load = os.loadavg()[0]?.toFixed(1);
      console.error(`${title}: ${measured ?? ratio?.toFixed(2)} (load ${load})`);
    }
    findings.push(...found);
  };
  try {
    await seed(site);
    add(await measureFirst(site));
    add(await measureUnchanged(site));
    add(...(await measureHanging(site)));
    add(await measureCrmMemory(site));
    add(await measureBeside(site));
    add(measureJson());
    add(await measureObjections());
    add(await measureDeals(site));
  } finally {
    await site.close();
  }
  return findings;
}
