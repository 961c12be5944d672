import type { Visit } from '../../operation/call.ts';
import { findLink } from './find-link.ts';
import type { ContactPurpose, LinkContent, LinkPurpose } from './link.schema.ts';

/** Shows what a link is for. It stays valid, because programs that scan mails open links too. */
export async function getLink(visit: Visit, token: string): Promise<LinkContent> {
  const link = await findLink(visit, token);
  const { purpose, email, team_name } = link;
  const expires_at = link.expires_at.toISOString();
  // A technical contact needs no account, so nothing here depends on one.
  if (purpose === 'contact_confirm' || purpose === 'contact_stop') {
    const next = purpose === 'contact_stop' ? 'stop_contact' : 'confirm_contact';
    return { purpose, email, team_name, expires_at, next, needs_name: false };
  }
  const person = await visit.prisma.person.findFirst({
    where: link.person_id === null ? { email } : { id: link.person_id },
    include: { _count: { select: { passkeys: true } } },
  });
  const hasAccess =
    person !== null && (person.password_hash !== null || person._count.passkeys > 0);
  return {
    purpose,
    email,
    team_name,
    expires_at,
    next: nextStep(purpose, hasAccess),
    needs_name: (person?.name ?? null) === null,
  };
}

function nextStep(
  purpose: Exclude<LinkPurpose, ContactPurpose>,
  hasAccess: boolean,
): LinkContent['next'] {
  switch (purpose) {
    case 'first_sign_in':
    case 'password_reset':
      return 'set_password';
    case 'invitation':
      return hasAccess ? 'sign_in' : 'set_password';
    case 'email_change':
      return 'confirm';
    case 'email_undo':
      return 'undo';
  }
}
