import type { Visit } from '../../operation/call.ts';
import { type FoundLink, findLink } from './find-link.ts';
import type { LinkContent } from './link.schema.ts';

/** Shows what a link is for. It stays valid, because programs that scan mails open links too. */
export async function inspectLink(visit: Visit, token: string): Promise<LinkContent> {
  const link = await findLink(visit, token);
  const { purpose, email, team_name, expires_at } = link;
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
    expires_at: expires_at.toISOString(),
    next: nextStep(link, hasAccess),
    needs_name: (person?.name ?? null) === null,
  };
}

function nextStep({ purpose }: FoundLink, hasAccess: boolean): LinkContent['next'] {
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
