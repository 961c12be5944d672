import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { linkLifetimeMs } from './link.schema.ts';

/**
 * Keeps what is needed to undo a change of the address. If there are several changes, the first one
 * counts: otherwise an attacker could make a second change, and undoing it would give the attacker's
 * address back.
 */
export async function keepFormerAddress(visit: PersonVisit, prisma: PeoplePrisma): Promise<void> {
  const existing = await findKept(visit, prisma);
  if (existing.isOfChange) return;
  const { email, password_hash, former_password_hash } = existing.person;
  await keep(visit, prisma, {
    email,
    // The person who changes the address has also set the password, and may be an attacker.
    ...(existing.isOfSession
      ? { former_password_hash, password_hash_at_change: password_hash }
      : { former_password_hash: password_hash, password_hash_at_change: null }),
  });
}

/**
 * Keeps the password that a person gives up, together with the present address. An attacker may change
 * first the password and then the address (P487). Of several passwords in a session the first one counts.
 */
export async function keepFormerPassword(visit: PersonVisit, prisma: PeoplePrisma): Promise<void> {
  const existing = await findKept(visit, prisma);
  if (existing.isOfChange || existing.isOfSession) return;
  const { email, password_hash } = existing.person;
  const former_password_hash = password_hash;
  await keep(visit, prisma, { email, former_password_hash, password_hash_at_change: null });
}

/**
 * `isOfChange`: the address has changed since something was kept. It may have changed back meanwhile.
 * `isOfSession`: this session has replaced the kept password. A new password ends all other sessions, so every other
 * session is younger than the present password.
 */
async function findKept({ now, session }: PersonVisit, prisma: PeoplePrisma) {
  const id = session.personId;
  const person = await prisma.person.findUniqueOrThrow({ where: { id } });
  const { former_email_until: until, password_changed_at: setAt } = person;
  if (until === null || until <= now) return { person, isOfChange: false, isOfSession: false };
  const since = new Date(until.getTime() - linkLifetimeMs.email_undo);
  const changes = await prisma.securityLog.count({
    where: { person_id: id, kind: 'email_changed', created_at: { gte: since } },
  });
  const older = { id: session.id, ...(setAt && { created_at: { lte: setAt } }) };
  const isOfSession = setAt !== null && (await prisma.session.count({ where: older })) > 0;
  return { person, isOfChange: changes > 0, isOfSession };
}

type Kept = {
  email: string;
  former_password_hash: string | null;
  password_hash_at_change: string | null;
};

async function keep(
  { now, session }: PersonVisit,
  prisma: PeoplePrisma,
  { email, ...passwords }: Kept,
): Promise<void> {
  const former_email_until = new Date(now.getTime() + linkLifetimeMs.email_undo);
  await prisma.person.updateMany({
    where: { id: session.personId },
    data: { former_email: email, ...passwords, former_email_until },
  });
}

const nothing = {
  former_email: null,
  former_email_until: null,
  former_password_hash: null,
  password_hash_at_change: null,
} as const;

/** Forgets what was kept, if it was kept for this address. */
export async function forgetFormer(
  prisma: PeoplePrisma,
  id: string,
  former_email: string,
): Promise<void> {
  await prisma.person.updateMany({ where: { id, former_email }, data: nothing });
}
