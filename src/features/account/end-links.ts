import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

type Which = { id: string } | { person_id: string; purpose?: string };

/**
 * Ends links that are still valid, and erases them in mails that are not sent yet. Returns their ids: if two
 * calls come at once, only one gets an id. The link that undoes a change of the address ends only if the
 * caller names its purpose. Otherwise an attacker in the account could end this link with a new password.
 */
export async function endLinks(
  prisma: PeoplePrisma,
  now: Date,
  which: Which,
): Promise<Set<string>> {
  const ended = await prisma.oneTimeLink.updateManyAndReturn({
    where: { purpose: { not: 'email_undo' }, ...which, used_at: null },
    data: { used_at: now },
    select: { id: true, expires_at: true },
  });
  if (ended.length === 0) return new Set();
  await prisma.mail.updateMany({
    where: { link_id: { in: ended.map(({ id }) => id) }, sealed_link: { not: null } },
    data: { sealed_link: null },
  });
  return new Set(ended.filter(({ expires_at }) => expires_at > now).map(({ id }) => id));
}
