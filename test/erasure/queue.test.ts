import { expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { erasureTasks } from '../../src/worker/erasure/erasure-tasks.ts';
import { sandboxTasks } from '../../src/worker/sandboxes/sandbox-tasks.ts';
import { makeSession } from '../harness/app.ts';
import { insertRemoved } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { runJobs } from '../worker/harness/queue.ts';

const api = useApi();

async function askErasures(team: TestTeam, many: number): Promise<string[]> {
  const { app } = await makeSession(team, team.owner);
  const ids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const member_id = await insertRemoved(team);
    await app.members.erase.mutate({ member_id });
    ids.push(member_id);
  }
  return ids;
}

test('erasures and sandboxes of a team that asks for few do not wait behind those of a team that asks for many', async () => {
  const [busy, quiet, sandboxed] = [
    await makeTeam(api()),
    await makeTeam(api()),
    await makeTeam(api()),
  ];
  const many = await askErasures(busy, 3);
  const few = await askErasures(quiet, 1);
  const { app } = await makeSession(sandboxed, sandboxed.owner);
  const { id } = await app.sandboxes.create.mutate({ name: 'Trial' });
  const { sql: pool, clock } = api();
  const started: string[] = [];
  const log = createLogger('silent');
  const sealKey = deriveKey(Buffer.alloc(32), 'idempotency');
  const tasks = {
    ...erasureTasks({ pool, clock, log, sealKey }),
    ...sandboxTasks({ pool, clock, keys: { webhooks: sealKey, crm: sealKey } }),
  };
  const recorded = Object.entries(tasks).map(([name, task]) => [
    name,
    async (payload: unknown) => {
      const { member, sandbox } = payload as { member?: string; sandbox?: string };
      started.push(member ?? sandbox ?? name);
      await task(payload);
    },
  ]);
  await runJobs(pool, Object.fromEntries(recorded));
  expect(started.slice(0, 3).sort()).toEqual([many[0], few[0], id].sort());
  expect(started.slice(3)).toEqual(many.slice(1));
});
