import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import { endLinks } from './end-links.ts';
import { linkLifetimeMs } from './link.schema.ts';

type AccountLink = {
  purpose: 'password_reset' | 'email_change' | 'email_undo';
  personId: string;
  /** The address to which the link is sent. */
  email: string;
  /** The end of the link, if it is not the usual one. */
  expiresAt?: Date;
};

/** Makes a link about an account. It replaces the person's earlier link for the same purpose. */
export async function makeAccountLink(
  { prisma, now }: { prisma: PeoplePrisma; now: Date },
  { purpose, personId, email, expiresAt: wanted }: AccountLink,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  await endLinks(prisma, now, { person_id: personId, purpose });
  const id = newId('lnk', now);
  const token = newToken();
  const expiresAt = wanted ?? new Date(now.getTime() + linkLifetimeMs[purpose]);
  await prisma.oneTimeLink.createMany({
    data: {
      id,
      purpose,
      person_id: personId,
      email,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: expiresAt,
    },
  });
  return { id, token, expiresAt };
}
