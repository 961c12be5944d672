import { expect, test } from 'vitest';
import { startReceiver } from '../harness/receiver.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers, startTestWorker } from '../harness/worker.ts';

const api = useApi({ env: loopbackReceivers });

/** The locks that show that the three runners of a worker are alive. */
async function presences(): Promise<number> {
  const { rows } = await api().sql.query<{ held: number }>(
    `select count(*)::integer as held from pg_locks
     where locktype = 'advisory' and classid = 7201002 and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.held ?? 0;
}

test('a worker whose connections are all cut connects again, delivers, and shows that it is alive', async () => {
  const receiver = await startReceiver();
  const worker = await startTestWorker(api());
  try {
    const team = await makeTeam(api());
    const body = { url: receiver.url(), events: ['member.joined'] };
    const endpoint = await team.request('POST', '/webhook-endpoints', { body });
    const path = `/webhook-endpoints/${(endpoint.body as { id: string }).id}/test`;
    await expect.poll(presences).toBe(3);
    await api().sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'api'`,
    );
    await team.request('POST', path);
    await receiver.waitFor(1);
    await expect.poll(presences).toBe(3);
    expect(worker.isRunning()).toBe(true);
  } finally {
    await worker.stop();
    await receiver.close();
  }
  await expect.poll(presences).toBe(0);
});
