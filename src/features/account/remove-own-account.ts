import { newId } from '../../db/ids.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { findActiveTeam } from './find-active-team.ts';
import { removeAccount } from './remove-account.ts';

/** Removes the account of a person who is a member of no team. Teams keep their data about the person. */
export async function removeOwnAccount({
  session,
  now,
  browser,
  transaction,
}: PersonVisit): Promise<Ok> {
  const { personId } = session;
  await transaction(async (...handles) => {
    const [prisma, , addJob, , lockPerson] = handles;
    await lockPerson(personId);
    if ((await findActiveTeam(prisma, personId)) !== null) {
      throw new ApiError('conflict', { because: 'still_member' });
    }
    await prisma.erasure.createMany({
      data: [{ id: newId('ers', now), person_id: personId, created_at: now, finished_at: now }],
      skipDuplicates: true,
    });
    await removeAccount(handles, personId);
    await addJob('erasure.log', { account: personId });
  });
  browser.keepSession(null);
  return { ok: true };
}
