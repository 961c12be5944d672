import { hashToken } from '../../auth/token.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { LinkPurpose } from './link.schema.ts';

export type FoundLink = {
  id: string;
  purpose: LinkPurpose;
  email: string;
  person_id: string;
  tenant_id: string | null;
  team_name: string | null;
  expires_at: Date;
};

/** Finds a valid link. A used, expired or unknown link gets one and the same refusal. */
export async function findLink({ prisma, now }: Visit, token: string): Promise<FoundLink> {
  const link = await prisma.oneTimeLink.findFirst({
    where: { token_hash: hashToken(token), used_at: null, expires_at: { gt: now } },
    include: { tenant: { select: { name: true } } },
  });
  if (!link?.person_id) throw new AppError('link_invalid');
  const { id, email, person_id, tenant_id, tenant, expires_at } = link;
  // The column's check allows these alone.
  const purpose = link.purpose as LinkPurpose;
  return { id, purpose, email, person_id, tenant_id, team_name: tenant?.name ?? null, expires_at };
}
