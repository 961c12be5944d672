import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, cpuMsOfChildren } from '../proc.ts';
import type { Finding } from '../report.ts';
import { insertTeams } from '../webhooks/rows.ts';
import { insertConnections, makeDue } from './connections.ts';
import { type CrmSite, until } from './site.ts';

const [CONNECTIONS, HANGING] = [1_000, 50];
const AT_MOST_S = 60;
const AT_MOST_PERCENT = 2;
/** The worker's chores of each minute load their code at the first time, so the measurement waits for them. */
const [SETTLE_MS, IDLE_MS] = [65_000, 60_000];

/** A host that accepts connections and never answers. */
async function startSilence(): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** 1,000 connections are due, and the first 50 hang. Then none is due, and the worker is idle. */
export async function measureHanging(site: CrmSite): Promise<Finding[]> {
  const { sql, cluster } = site;
  const silence = await startSilence();
  const known = { isKnown: true };
  const [hanging, others] = [
    await insertTeams(sql, HANGING),
    await insertTeams(sql, CONNECTIONS - HANGING),
  ];
  const dead = await insertConnections(site, { ...known, tenants: hanging, provider: 'pipedrive' });
  const ids = await insertConnections(site, { ...known, tenants: others });
  await makeDue(sql, dead, '1 hour');
  const since = await makeDue(sql, ids);
  const worker = await site.startWorker(silence.url);
  const startedAt = performance.now();
  try {
    await until(
      sql,
      `select from crm_connection where id = any ($1) and synced_at >= $2 having count(*) = $3`,
      [ids, since, ids.length],
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const held = await sql.query(
      'select count(*)::integer as n from crm_connection where id = any ($1) and leased_at is not null',
      [dead],
    );
    console.error(`hanging: ${seconds.toFixed(1)} s`);
    await sql.query("update crm_connection set state = 'paused', next_sync_at = null");
    const hangingFinding: Finding = {
      name: 'crm',
      title: `${CONNECTIONS} due connections, ${HANGING} of them hang`,
      measured: `${seconds.toFixed(1)} s`,
      required: `<= ${AT_MOST_S} s`,
      passed: seconds <= AT_MOST_S,
      notes: [`When the others were done, ${held.rows[0].n} of the ${HANGING} still hung.`],
    };
    await until(
      sql,
      'select from crm_connection where leased_at is not null having count(*) = 0',
      [],
    );
    await sql.query(
      `update crm_connection set state = 'active', next_sync_at = now() + interval '1 day'
       where id = any ($1)`,
      [ids],
    );
    return [hangingFinding, await idle(worker.pid, cluster.postmaster)];
  } finally {
    await sql.query("update crm_connection set state = 'paused', next_sync_at = null");
    await worker.stop();
    silence.close();
  }
}

async function idle(pid: number, postmaster: number): Promise<Finding> {
  await sleep(SETTLE_MS);
  const cpu = () => [cpuMs(pid) ?? Number.NaN, cpuMsOfChildren(postmaster) ?? Number.NaN] as const;
  const [before, startedAt] = [cpu(), performance.now()];
  await sleep(IDLE_MS);
  const [after, ms] = [cpu(), performance.now() - startedAt];
  const percent = (i: 0 | 1) => ((after[i] - before[i]) / ms) * 100;
  return {
    name: 'crm',
    title: 'worker with 950 connections, none due',
    measured: `${percent(0).toFixed(1)} %`,
    required: `<= ${AT_MOST_PERCENT} %`,
    passed: percent(0) <= AT_MOST_PERCENT,
    notes: [`PostgreSQL meanwhile ${percent(1).toFixed(1)} % of one core, all of it.`],
  };
}
