import { register } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import { createPool } from '../../../src/db/pool.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { SyncLoop } from '../../../src/worker/crm/sync-loop.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { useApi } from '../../harness/use-api.ts';
import { insertConnection } from '../harness/connection.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

/** The value of the metric, as Prometheus reads it. */
async function metric(name: string): Promise<number> {
  const [line = `${name} 0`] = (await register.metrics())
    .split('\n')
    .filter((text) => text.startsWith(`${name} `));
  return Number(line.slice(name.length + 1));
}

const names = [
  'crm_sync_runs_total{provider="hubspot",outcome="ok"}',
  'crm_sync_runs_total{provider="hubspot",outcome="failed"}',
  'crm_sync_runs_total{provider="hubspot",outcome="waiting"}',
  'crm_sync_waits_total{provider="hubspot"}',
  'crm_sync_records_total{provider="hubspot"}',
];
const all = () => Promise.all(names.map(metric));

function startLoop(crm: PlainCrm): SyncLoop {
  const log = createLogger('fatal');
  const pool = createPool(api().database.url, { max: 4, name: 'crm', log, byIndex: true });
  const loop = new SyncLoop({
    pool,
    outgoing: Outgoing.opened(),
    log,
    sync: { ...crm.deps(), pool },
  });
  onTestFinished(async () => {
    await loop.stop(5_000);
    await pool.end();
  });
  return loop;
}

/** Three connections are due. One of them was last synchronized three hours ago. */
async function dueConnections(team: TestTeam): Promise<PlainCrm> {
  const crm = await PlainCrm.of(team, { synced_at: new Date(Date.now() - 3 * 3_600_000) });
  await insertConnection(team);
  await insertConnection(team);
  return crm;
}

test('the metrics count runs by outcome, records and waits, and show the oldest due connection and the running work', async () => {
  const team = await makeTeam(api());
  const crm = await dueConnections(team);
  crm.deals = [aDeal('1'), aDeal('2'), aDeal('3')];
  const held = Promise.withResolvers<void>();
  let requestCount = 0;
  crm.before = async () => {
    requestCount += 1;
    const at = requestCount;
    await held.promise;
    if (at === 2) throw new CrmFailure('unavailable', { status: 503 });
    if (at === 3) throw new QuotaWait(3_600_000);
  };
  const before = await all();
  const loop = startLoop(crm);
  await until('all three in work', () => requestCount === 3);
  expect(await metric('crm_sync_in_work')).toBe(3);
  await until('the age', async () => (await metric('crm_sync_oldest_seconds')) > 0);
  const oldest = await metric('crm_sync_oldest_seconds');
  expect(oldest).toBeGreaterThanOrEqual(3 * 3600);
  expect(oldest).toBeLessThan(3 * 3600 + 600);
  held.resolve();
  await until('the end', async () => (await metric('crm_sync_in_work')) === 0);
  const after = await all();
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 3]);
  await loop.stop(5_000);
});
