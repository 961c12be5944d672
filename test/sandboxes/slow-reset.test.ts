import { expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeSandbox, stateOf, untilReady } from '../harness/sandbox.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { startTestWorker } from '../harness/worker.ts';
import { waitingJobs } from '../worker/harness/queue.ts';

const api = useApi();

test('an erasure does not wait for a sandbox whose reset is slow', async () => {
  const worker = await startTestWorker(api());
  const parent = await makeTeam(api());
  const sandbox = await makeSandbox(parent);
  const other = await makeTeam(api());
  const member = await other.addMember();
  const { app } = await makeSession(parent, parent.owner);
  const owner = await makeSession(other, other.owner);
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select from crm_deal where tenant_id = $1 for update', [sandbox.tenantId]);
    await app.sandboxes.reset.mutate({ sandbox_id: sandbox.tenantId });
    await waitingBackend(api().sql, 'crm_deal');

    await other.request('DELETE', `/users/${member.memberId}`);
    await owner.app.members.erase.mutate({ member_id: member.memberId });
    const isErased = async () => {
      const jobs = await waitingJobs(api().sql);
      return jobs.every(({ task }) => task !== 'member.erase');
    };
    // The reset gives up after 25 seconds, and is tried again.
    await until('the erasure to be done', isErased, 20_000);
    expect(await stateOf(parent, sandbox.tenantId)).toBe('resetting');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await untilReady(parent, sandbox.tenantId);
  await worker.stop();
});
