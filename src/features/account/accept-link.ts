import type { z } from 'zod';
import type { ControlTransaction } from '../../db/control-db.ts';
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
  const passwordHash = await visit.passwords.hash(password);
  await startSession(visit, { personId, tenantId }, async (db) => {
    // Locks the person, so that two links of one person wait for each other here.
    await db.row(
      `update person p set password_hash = $2, password_changed_at = $3, name = $4
       where p.id = $1`,
      [personId, passwordHash, visit.now, name],
    );
    await useUp(visit, db, link);
    // Sessions from before may belong to a person who does not know the new password.
    await db.row('delete from session s where s.person_id = $1', [personId]);
    await recordSecurity(visit, db, { personId, kind: 'password_set' });
  });
  return { ok: true };
}

/** With all other links of the person: someone else may have kept one, and could set the password again. */
async function useUp({ now }: Visit, db: ControlTransaction, link: FoundLink): Promise<void> {
  const used = await db.rows<{ id: string }>(
    `update one_time_link l set used_at = $2
     where l.person_id = $1 and l.used_at is null and l.expires_at > $2 returning l.id`,
    [link.person_id, now],
  );
  if (!used.some(({ id }) => id === link.id)) throw new AppError('link_invalid');
}
