import { expect, test } from 'vitest';
import { unlockJobsOfTheDead } from '../../src/worker/queue/runner-presence.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { makeSession } from '../harness/app.ts';
import { runs } from '../harness/rounds.ts';
import { auditOf } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { runMails } from '../mail/harness/mails.ts';
import { waitingJobs } from '../worker/harness/queue.ts';
import { rowsWith } from './harness/all-rows.ts';
import { plantPerson } from './harness/planted-person.ts';

const api = useApi();

/** Tables that an erasure changes, from its first step to its last. */
const steps = ['evaluation', 'crm_deal', 'webhook_event', 'member'] as const;
/** All tables or, in a short run, every second one. */
const places = steps.filter((_, n) => n % runs({ few: 2, all: 1 }) === 0);

/** Starts a worker, and kills it while it waits for rows of this table that the test has locked. */
async function killAt(place: string, { team }: World): Promise<void> {
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query(`select from ${place} where tenant_id = $1 for update`, [team.tenantId]);
    const worker = await WorkerProcess.start(api().database.url);
    await waitingBackend(api().sql, place);
    await worker.kill();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  // Another worker does the same every minute, for jobs that were locked ten seconds before.
  await api().sql.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '1 min'",
  );
  await until('the job to be free', () => unlockJobsOfTheDead(api().sql));
}

test('an erasure whose worker is killed in one step after another is complete in the end, and audited once', async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api());
  const person = await plantPerson(world);
  const { team } = world;
  const expiresAt = new Date(Date.UTC(2100, 0));
  const { app } = await makeSession(team, team.owner, { expiresAt });
  const { memberId: member_id } = person;
  await team.request('DELETE', `/users/${member_id}`);
  // A worker killed between a mail and the end of its job leaves both. The counts below see that.
  await runMails(team.api);
  await app.members.erase.mutate({ member_id });
  const found = async () => (await app.members.former.query({})).data.find(isThePerson)?.erased;
  const isThePerson = ({ id }: { id: string }) => id === member_id;
  const left = [(await rowsWith(api().sql, person.words)).length];
  for (const place of places) {
    await killAt(place, world);
    left.push((await rowsWith(api().sql, person.words)).length);
    expect([place, (await found())?.finished_at]).toEqual([place, null]);
  }
  // Each killed worker has done a part of the work.
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  expect(left.at(-1)).toBeGreaterThan(0);
  expect(left.at(-1)).toBeLessThan(left.at(0) ?? 0);

  const last = await WorkerProcess.start(api().database.url);
  await until('the end of the erasure', async () => (await found())?.finished_at);
  await until('the end of the job', async () =>
    (await waitingJobs(api().sql)).every(({ task }) => task !== 'member.erase'),
  );
  expect(await rowsWith(api().sql, person.words)).toEqual([]);
  const actions = (await auditOf(team, member_id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'member.erased')).toHaveLength(1);
  await last.kill();
}, 180_000);
