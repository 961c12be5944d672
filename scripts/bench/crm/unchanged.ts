import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, cpuMsOfChildren } from '../proc.ts';
import type { Finding } from '../report.ts';
import { insertTeams } from '../webhooks/rows.ts';
import { insertConnections, synchronized } from './connections.ts';
import { type CrmSite, until } from './site.ts';

const TIMES = 20;
const MOST_ROWS = 8;
/** PostgreSQL publishes its statistics ten seconds late. */
const STATISTICS_MS = 11_000;

const written = `select relname as table, (n_tup_ins + n_tup_upd + n_tup_del)::integer as rows
  from pg_stat_user_tables where relname like 'crm%'`;

/** Measures synchronizations of an account in which nothing changes. */
export async function measureUnchanged(site: CrmSite): Promise<Finding> {
  const { sql, fake, cluster } = site;
  const worker = await site.startWorker();
  try {
    const [id = ''] = await insertConnections(site, {
      tenants: await insertTeams(sql, 1),
      notes: true,
    });
    await synchronized(sql, id);
    const rowsOf = async (): Promise<Map<string, number>> => {
      await sleep(STATISTICS_MS);
      return new Map((await sql.query(written)).rows.map(({ table, rows }) => [table, rows]));
    };
    const before = await rowsOf();
    const asked = Number(await fake.tell('counts'));
    const place = (await sql.query('select pg_current_wal_lsn() as at')).rows[0].at;
    const cpu = () => [cpuMs(worker.pid) ?? 0, cpuMsOfChildren(cluster.postmaster) ?? 0];
    const cpuBefore = cpu();
    for (let n = 0; n < TIMES; n += 1) await synchronized(sql, id);
    const [node = 0, postgres = 0] = cpu().map((ms, i) => (ms - (cpuBefore[i] ?? 0)) / TIMES);
    const requests = (Number(await fake.tell('counts')) - asked) / TIMES;
    const wal = await sql.query('select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as n', [
      place,
    ]);
    const after = await rowsOf();
    const rows = [...after]
      .map(([table, count]) => ({ table, each: (count - (before.get(table) ?? 0)) / TIMES }))
      .filter(({ each }) => each > 0);
    // One write is this script's own: it makes the connection due.
    const all = rows.reduce((sum, { each }) => sum + each, 0) - 1;
    const texts = rows.map(({ table, each }) => `${table} ${each.toFixed(1)}`);
    return {
      name: 'crm',
      title: 'synchronization without a change, two streams',
      measured: `${requests.toFixed(1)} requests, ${all.toFixed(1)} row versions`,
      required: `2 requests, <= ${MOST_ROWS} rows`,
      passed: requests === 2 && all <= MOST_ROWS,
      notes: [
        `Of ${TIMES}: written rows ${texts.join(', ')} (one of crm_connection by the bench); ${(wal.rows[0].n / TIMES / 1024).toFixed(1)} KiB of WAL; with the polls of the bench ${node.toFixed(1)} ms of CPU in the worker and ${postgres.toFixed(1)} ms in PostgreSQL. An hour later ${await afterAnHour(site, id)}.`,
      ],
    };
  } finally {
    await worker.stop();
  }
}

async function afterAnHour({ sql, fake }: CrmSite, id: string): Promise<string> {
  await sql.query(
    `update crm_fields set read_at = now() - interval '61 minutes' where connection_id = $1`,
    [id],
  );
  const counts: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const before = Number(await fake.tell('counts'));
    await synchronized(sql, id);
    await until(sql, 'select from crm_connection where id = $1 and leased_at is null', [id]);
    counts.push(Number(await fake.tell('counts')) - before);
  }
  return `${counts[0]} requests with the reference data, and then ${counts[1]}`;
}
