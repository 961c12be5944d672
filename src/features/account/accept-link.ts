import type { z } from 'zod';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { startSession } from '../session/start-session.ts';
import { type FoundLink, findLink } from './find-link.ts';
import type { acceptLinkInput } from './link.schema.ts';

/**
 * Sets the password and the name of a person who signs in for the first time. If the person's links
 * are used twice at once, one call succeeds: the transaction that starts the session uses up them all.
 */
export async function acceptLink(
  visit: Visit,
  { token, password, name }: z.output<typeof acceptLinkInput>,
): Promise<Ok> {
  const link = await findLink(visit, token);
  const { person_id: personId, tenant_id: tenantId } = link;
  if (personId === null) throw new AppError('link_invalid');
  const password_hash = await visit.passwords.hash(password);
  await startSession(visit, { personId, tenantId }, async (prisma) => {
    // Locks the person, so that two links of one person wait for each other here.
    await prisma.person.updateMany({
      where: { id: personId },
      data: { password_hash, password_changed_at: visit.now, name },
    });
    await useUp(visit, prisma, link);
    // Sessions from before may belong to a person who does not know the new password.
    await prisma.session.deleteMany({ where: { person_id: personId } });
    await recordSecurity(visit, prisma, { personId, kind: 'password_set' });
  });
  return { ok: true };
}

/** With all other links of the person: someone else may have kept one, and could set the password again. */
async function useUp({ now }: Visit, prisma: PeoplePrisma, link: FoundLink): Promise<void> {
  const used = await prisma.oneTimeLink.updateManyAndReturn({
    where: { person_id: link.person_id, used_at: null, expires_at: { gt: now } },
    data: { used_at: now },
    select: { id: true },
  });
  if (!used.some(({ id }) => id === link.id)) throw new AppError('link_invalid');
}
