import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { linkLifetimeMs } from './link.schema.ts';

type Invited = { id: string; email: string };

/** Makes the link with which an invited person joins. An earlier link of the invitation ends. */
export async function makeInvitationLink(
  call: PrismaCall,
  { id: member_id, email }: Invited,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const { db, prisma, now } = call;
  const ofInvitation = { tenant_id: db.tenantId, member_id, purpose: 'invitation' };
  await prisma.oneTimeLink.updateMany({
    where: { ...ofInvitation, used_at: null },
    data: { used_at: now },
  });
  const id = newId('lnk', now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + linkLifetimeMs.invitation);
  // In a sandbox there are no links: no mail of it is sent.
  if (await isSandbox(call)) return { id, token, expiresAt };
  await prisma.oneTimeLink.create({
    data: {
      ...ofInvitation,
      id,
      email,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: expiresAt,
    },
  });
  return { id, token, expiresAt };
}
