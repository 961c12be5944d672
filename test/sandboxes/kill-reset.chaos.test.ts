import { expect, onTestFinished, test } from 'vitest';
import { unlockJobsOfTheDead } from '../../src/worker/queue/runner-presence.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { codeOf, makeSession } from '../harness/app.ts';
import { makeSandbox, stateOf, untilReady } from '../harness/sandbox.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

const api = useApi();

const startWorker = async () => {
  const worker = await WorkerProcess.start(api().database.url);
  onTestFinished(() => worker.kill());
  return worker;
};

const filled = ['member', 'training', 'evaluation', 'assignment', 'team_case', 'crm_deal'];

/** How many rows the sandbox has in each of the tables that it begins with. */
async function rowsOf({ tenantId }: TestTeam): Promise<number[]> {
  const counts = filled.map((table) => `(select count(*)::int from ${table} where tenant_id = $1)`);
  const { rows } = await api().sql.query(`select array[${counts.join(', ')}] as counts`, [
    tenantId,
  ]);
  return rows[0]?.counts;
}

test('the next worker finishes a reset that was killed midway, with all sample data and the key', async () => {
  const worker = await startWorker();
  const parent = await makeTeam(api());
  const sandbox = await makeSandbox(parent);
  const atFirst = await rowsOf(sandbox);
  expect(atFirst.every((count) => count > 0)).toBe(true);

  const { app } = await makeSession(parent, parent.owner);
  const holder = await api().sql.connect();
  try {
    // The reset waits for this table after it has reset the trainings.
    await holder.query('begin; lock table ownership_offer in access exclusive mode');
    await app.sandboxes.reset.mutate({ sandbox_id: sandbox.tenantId });
    await waitingBackend(api().sql, 'ownership_offer');
    await worker.kill();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const [members, trainings] = await rowsOf(sandbox);
  expect([(members ?? 0) > 0, trainings]).toEqual([true, 0]);
  expect(await stateOf(parent, sandbox.tenantId)).toBe('resetting');
  expect(await codeOf(app.sandboxes.reset.mutate({ sandbox_id: sandbox.tenantId }))).toBe(
    'conflict',
  );

  await startWorker();
  // Housekeeping does this each minute, for jobs that were taken more than ten seconds ago.
  const { sql } = api();
  await sql.query("update graphile_worker._private_jobs set locked_at = now() - interval '1 min'");
  expect(await unlockJobsOfTheDead(sql)).toBe(1);
  await untilReady(parent, sandbox.tenantId);
  expect(await rowsOf(sandbox)).toEqual(atFirst);
  expect((await sandbox.request('GET', '/users')).status).toBe(200);
});
