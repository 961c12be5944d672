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
   * The password that was valid when the address changed. If the session that changed the address had itself set
   * that password, the one before it.
   */
  passwordHash: string | null;
  /** The password that was valid when the address changed, if it is another one. */
  hashAtChange: string | null;
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
  // A release before 0.11 kept no such password. Nobody may have replaced it since.
  const isOlder = person.password_changed_at === null || person.password_changed_at <= changedAt;
  return {
    linkId,
    personId: person_id,
    email,
    passwordHash: person.former_password_hash,
    hashAtChange: person.password_hash_at_change ?? (isOlder ? person.password_hash : null),
    changedAt,
  };
}
