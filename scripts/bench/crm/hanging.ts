import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Finding, upTo } from '../report.ts';
import { idleShare } from '../webhooks/idle.ts';
import { insertTeams } from '../webhooks/rows.ts';
import { insertConnections, makeDue } from './connections.ts';
import { type CrmSite, until } from './site.ts';

const [CONNECTIONS, HANGING] = [1_000, 50];
const AT_MOST_S = 60;
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
  const synced = { isSynced: true };
  const [hanging, others] = [
    await insertTeams(sql, HANGING),
    await insertTeams(sql, CONNECTIONS - HANGING),
  ];
  const dead = await insertConnections(site, {
    ...synced,
    tenants: hanging,
    provider: 'pipedrive',
  });
  const ids = await insertConnections(site, { ...synced, tenants: others });
  await makeDue(sql, dead, '1 hour');
  const since = await makeDue(sql, ids);
  const worker = await site.startWorker(silence.url);
  const startedAt = performance.now();
  const pauseAll = () =>
    sql.query("update crm_connection set state = 'paused', next_sync_at = null");
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
    await pauseAll();
    const hangingFinding: Finding = {
      name: 'crm',
      title: `${CONNECTIONS} due connections, ${HANGING} of them hang`,
      ...upTo(seconds, AT_MOST_S, 's'),
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
    const what = { name: 'crm', title: 'worker with 950 connections, none due' };
    const idle = { worker, ...cluster, settleMs: SETTLE_MS, idleMs: IDLE_MS };
    return [hangingFinding, await idleShare(what, idle)];
  } finally {
    await pauseAll();
    await worker.stop();
    silence.close();
  }
}
