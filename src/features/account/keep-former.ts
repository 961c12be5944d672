import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import { linkLifetimeMs } from './link.schema.ts';

/**
 * Keeps what is needed to undo a change of the address. If there are several changes, the first one
 * counts: otherwise a thief could make a second change, and undoing it would give the thief's
 * address back.
 */
export async function keepFormerAddress(
  prisma: PeoplePrisma,
  now: Date,
  id: string,
): Promise<void> {
  const person = await prisma.person.findUniqueOrThrow({ where: { id } });
  const { email, password_hash, former_email_until: until } = person;
  const isKept = until !== null && until > now;
  if (isKept && (await hasChanged(prisma, id, until))) return;
  const former_password_hash = isKept ? person.former_password_hash : password_hash;
  await keep(prisma, now, { id, email, former_password_hash });
}

/** True if the address has changed since something was kept. It may have changed back meanwhile. */
async function hasChanged(prisma: PeoplePrisma, person_id: string, until: Date): Promise<boolean> {
  const since = new Date(until.getTime() - linkLifetimeMs.email_undo);
  const changes = await prisma.securityLog.count({
    where: { person_id, kind: 'email_changed', created_at: { gte: since } },
  });
  return changes > 0;
}

/**
 * Keeps the password that a person gives up, together with the present address. A thief may change
 * first the password and then the address (P487). Of several passwords the first one counts.
 */
export async function keepFormerPassword(
  prisma: PeoplePrisma,
  now: Date,
  id: string,
): Promise<void> {
  const { email, password_hash, former_email_until } = await prisma.person.findUniqueOrThrow({
    where: { id },
  });
  if (former_email_until !== null && former_email_until > now) return;
  await keep(prisma, now, { id, email, former_password_hash: password_hash });
}

type Kept = { id: string; email: string; former_password_hash: string | null };

async function keep(
  prisma: PeoplePrisma,
  now: Date,
  { id, email, former_password_hash }: Kept,
): Promise<void> {
  const former_email_until = new Date(now.getTime() + linkLifetimeMs.email_undo);
  await prisma.person.updateMany({
    where: { id },
    data: { former_email: email, former_password_hash, former_email_until },
  });
}

/** Forgets a kept password, because the person has set a new one by a link to the present address. */
export async function forgetFormerPassword(prisma: PeoplePrisma, id: string): Promise<void> {
  const { email } = await prisma.person.findUniqueOrThrow({ where: { id } });
  await prisma.person.updateMany({
    where: { id, former_email: email },
    data: { former_email: null, former_email_until: null, former_password_hash: null },
  });
}
