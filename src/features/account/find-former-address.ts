import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { findLink } from './find-link.ts';
import { linkLifetimeMs } from './link.schema.ts';

export type FormerAddress = {
  linkId: string;
  personId: string;
  /** The address from before the change. */
  email: string;
  /** The password from before the change. */
  passwordHash: string | null;
  changedAt: Date;
};

/** Finds what the link in the mail about a changed address gives back. */
export async function findFormerAddress(visit: Visit, token: string): Promise<FormerAddress> {
  const { id: linkId, purpose, person_id, email } = await findLink(visit, token);
  if (purpose !== 'email_undo' || person_id === null) throw new AppError('link_invalid');
  const { former_email, former_password_hash, former_email_until } =
    await visit.prisma.person.findUniqueOrThrow({ where: { id: person_id } });
  if (former_email !== email || former_email_until === null) throw new AppError('link_invalid');
  const changedAt = new Date(former_email_until.getTime() - linkLifetimeMs.email_undo);
  return { linkId, personId: person_id, email, passwordHash: former_password_hash, changedAt };
}
