import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { findLink } from './find-link.ts';
import { linkLifetimeMs } from './link.schema.ts';

export type FormerAddress = {
  linkId: string;
  personId: string;
  /** The address from before the change. */
  email: string;
  /**
   * The password from before the change of the address. If the password was changed shortly before that, the
   * one from before both changes.
   */
  passwordHash: string | null;
  /** The present password, if it is older than the change. */
  presentHash: string | null;
  changedAt: Date;
};

/** Finds what the link in the mail about a changed address gives back. */
export async function findFormerAddress(visit: Visit, token: string): Promise<FormerAddress> {
  const { id: linkId, purpose, person_id, email } = await findLink(visit, token);
  if (purpose !== 'email_undo' || person_id === null) throw new AppError('link_invalid');
  const { former_email, former_email_until, ...person } =
    await visit.prisma.person.findUniqueOrThrow({ where: { id: person_id } });
  if (former_email !== email || former_email_until === null) throw new AppError('link_invalid');
  const changedAt = new Date(former_email_until.getTime() - linkLifetimeMs.email_undo);
  const isOlder = person.password_changed_at === null || person.password_changed_at <= changedAt;
  return {
    linkId,
    personId: person_id,
    email,
    passwordHash: person.former_password_hash,
    presentHash: isOlder ? person.password_hash : null,
    changedAt,
  };
}
