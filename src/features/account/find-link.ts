import { hashToken } from '../../auth/token.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/language/language.ts';
import type { LinkPurpose } from './link.schema.ts';

export type FoundLink = {
  id: string;
  purpose: LinkPurpose;
  email: string;
  /** Null for an invitation: the person may have no account yet. */
  person_id: string | null;
  tenant_id: string | null;
  member_id: string | null;
  team_name: string | null;
  /** The language of the invitation, for an account that the invitation makes. */
  lang: Language;
  expires_at: Date;
};

/**
 * Finds a valid link. A used link, an expired link and an unknown text get the same refusal. A team that
 * has ended lets nobody in, but its technical contact can still have the address erased.
 */
export async function findLink({ prisma, now }: Visit, token: string): Promise<FoundLink> {
  const link = await prisma.oneTimeLink.findFirst({
    where: { token_hash: hashToken(token), used_at: null, expires_at: { gt: now } },
    include: { tenant: { select: { name: true, status: true } } },
  });
  const isOver = link?.tenant?.status === 'ended' && link.purpose !== 'contact_stop';
  if (!link || isOver) throw new AppError('link_invalid');
  const { id, email, person_id, tenant_id, member_id, tenant, expires_at } = link;
  // A check of the column allows only these values.
  const purpose = link.purpose as LinkPurpose;
  const team_name = tenant?.name ?? null;
  const found = { id, purpose, email, person_id, tenant_id, member_id, team_name, expires_at };
  if (purpose !== 'invitation') return { ...found, lang: DEFAULT_LANGUAGE };
  const invited = await prisma.member.findFirst({
    where: { tenant_id: tenant_id ?? '', id: member_id ?? '', status: 'invited', email },
    select: { lang: true },
  });
  if (!invited) throw new AppError('link_invalid');
  return { ...found, lang: invited.lang as Language };
}
