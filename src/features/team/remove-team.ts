import { newId } from '../../db/ids.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import type { Steps } from '../../operation/system-call.ts';
import { removeAccount } from '../account/remove-account.ts';
import { findOtherTeam } from '../erasure/find-other-team.ts';
import { listSandboxIds } from '../sandboxes/list-sandboxes.ts';
import { emptyTeam } from './empty-team.ts';

/**
 * Removes a team that has ended, with its sandboxes and all its rows, in many transactions. The team itself
 * goes last, so a killed removal can start again. People who were in no other team lose their accounts.
 * Returns how many rows and accounts were removed.
 */
export async function removeTeam(steps: Steps): Promise<{ rows: number; accounts: number }> {
  let [rows, accounts] = [0, 0];
  for (const sandbox of await listSandboxIds(steps)) {
    rows += (await removeTeam(steps.ofTeam(sandbox))).rows;
  }
  await waitForFill(steps);
  rows += await emptyTeam(steps);
  for (let more = true; more; ) {
    const step = await steps.withPeople((handles) => removePeople(handles, steps));
    more = step.more;
    accounts += step.accounts;
  }
  await steps.inTeam(async ({ prisma, db, now }) => {
    const { tenantId } = db;
    const erased = { tenant_id: tenantId, created_at: now, finished_at: now };
    await prisma.erasure.createMany({
      data: [{ id: newId('ers', now), ...erased }],
      skipDuplicates: true,
    });
    await prisma.tenant.deleteMany({ where: { id: tenantId } });
    // The line before has waited for the last change of the team that raised an event (raise_one_event). Such a change
    // may have stored a response too.
    await prisma.keptEvent.deleteMany({ where: { tenant_id: tenantId } });
    await prisma.webhookEvent.deleteMany({ where: { tenant_id: tenantId } });
    await prisma.idempotencyRecord.deleteMany({ where: { tenant_id: tenantId } });
    await db.addJob('erasure.log', { team: tenantId });
  });
  return { rows, accounts };
}

/**
 * Waits for a worker that fills the sandbox at this moment, and lets none begin after it. The rows of a team have no
 * foreign key to it, so a fill could be committed after they were deleted.
 */
async function waitForFill(steps: Steps): Promise<void> {
  await steps.inTeam(({ prisma, db }) =>
    prisma.tenant.updateMany({
      where: { id: db.tenantId, sandbox_of: { not: null } },
      data: { sandbox_state: 'removing' },
    }),
  );
}

async function removePeople(
  handles: PeopleHandles,
  { tenantId: tenant_id, sizes }: Steps,
): Promise<{ more: boolean; accounts: number }> {
  const { prisma: people, lockPerson } = handles;
  const belongings = await people.personTeam.findMany({
    where: { tenant_id },
    orderBy: { person_id: 'asc' },
    take: sizes.people,
  });
  let accounts = 0;
  for (const { person_id } of belongings) {
    await lockPerson(person_id);
    if ((await findOtherTeam(handles, person_id, tenant_id)) !== null) continue;
    if (await removeAccount(handles, person_id)) accounts += 1;
  }
  await people.personTeam.deleteMany({
    where: { tenant_id, person_id: { in: belongings.map(({ person_id }) => person_id) } },
  });
  return { more: belongings.length === sizes.people, accounts };
}
