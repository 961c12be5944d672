import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from '../database.ts';
import { drive, freshWindows, median, middle, type Round } from '../drive.ts';
import type { Finding } from '../report.ts';
import { apiOptions, startServer } from '../server-process.ts';
import { insertTeams } from '../webhooks/rows.ts';
import { environment } from '../webhooks/site.ts';
import { works } from '../works.ts';
import { insertConnections, makeDue } from './connections.ts';
import { type CrmSite, until } from './site.ts';

const AT_LEAST = 0.9;
/** The limit of HubSpot's smallest plan. */
const PER_TEN_SECONDS = 100;
const SETTLE_MS = 1_000;

/** Measures `GET /me` in turns: while a team reads its CRM for the first time, and while it does not. */
export async function measureBeside(site: CrmSite): Promise<Finding> {
  const { sql, fake, cluster } = site;
  await fake.tell('limits', { limits: { perTenSeconds: PER_TEN_SECONDS } });
  const file = path.join(cluster.dir, `crm-teams-${process.pid}.jsonl`);
  const none = { trainings: 0, assignments: 0, deals: 0 };
  const teams = await fill(site.url, file, { teams: 100, keys: 2, ...none });
  const me = works.find(({ name }) => name === 'me');
  const requests = (await me?.requests(teams)) ?? [];
  const [id = ''] = await insertConnections(site, {
    tenants: await insertTeams(sql, 1),
    notes: true,
  });
  const api = await startServer({
    name: 'crm api',
    script: 'src/api.ts',
    nodeOptions: apiOptions,
    env: environment(cluster, site.url),
    logFile: path.join(cluster.dir, 'crm-api.log'),
    readyPath: '/readyz',
  });
  const worker = await site.startWorker();
  const read =
    'select coalesce(sum(pages), 0)::integer as pages from crm_sync_run where connection_id = $1';
  const pages = async (): Promise<number> => (await sql.query(read, [id])).rows[0].pages;
  const round = async (isBeside: boolean): Promise<Round> => {
    await sql.query('update crm_connection set state = $2, next_sync_at = null where id = $1', [
      id,
      isBeside ? 'active' : 'paused',
    ]);
    if (isBeside) await makeDue(sql, [id]);
    else await until(sql, 'select from crm_connection where id = $1 and leased_at is null', [id]);
    await sleep(SETTLE_MS);
    await freshWindows(site.url);
    return drive(api, requests, cluster.postmaster, { seconds: site.seconds });
  };
  const [beside, alone]: [Round[], Round[]] = [[], []];
  const speeds: number[] = [];
  try {
    await round(true);
    for (let n = 0; n < site.rounds * 2; n += 1) {
      const [before, startedAt] = [await pages(), performance.now()];
      beside.push(await round(true));
      speeds.push(((await pages()) - before) / ((performance.now() - startedAt) / 1000));
      alone.push(await round(false));
      console.error(
        `beside ${n + 1}: ${beside.at(-1)?.rps.toFixed(0)} | ${alone.at(-1)?.rps.toFixed(0)} rps, ${speeds.at(-1)?.toFixed(1)} pages a second`,
      );
    }
  } finally {
    await sql.query("update crm_connection set state = 'paused', next_sync_at = null");
    await fake.tell('limits', { limits: { perTenSeconds: null } });
    await Promise.all([worker.stop(), api.stop()]);
  }
  const ratio = median(beside.map(({ rps }, n) => rps / (alone[n]?.rps ?? Number.NaN)));
  return {
    name: 'crm',
    title: 'GET /me beside a first synchronization at the pace of HubSpot',
    sides: { beside: middle(beside), alone: middle(alone) },
    ratio,
    required: `>= ${AT_LEAST.toFixed(2)}`,
    passed: ratio >= AT_LEAST,
    notes: [
      `HubSpot granted ${PER_TEN_SECONDS} requests in ten seconds, and ${median(speeds).toFixed(1)} pages a second were read. The ratio is the median of ${beside.length} pairs of rounds.`,
    ],
  };
}
