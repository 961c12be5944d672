import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { findOwnNames } from './find-own-names.ts';
import { findWeakness } from './find-weakness.ts';

type Setting = {
  /** Null if the account is made with this password. */
  personId: string | null;
  /** The address of an account that is just being made. */
  email?: string;
  /** A name that is given together with the password. */
  name?: string | undefined;
  /** The team of an invitation. The person does not belong to it yet. */
  tenantId?: string | null;
};

/**
 * Refuses a new password that attackers try early, and says why. A sign-in checks nothing of this: it must not tell
 * that a password is weak.
 */
export async function requireGoodPassword(
  { prisma }: { prisma: PeoplePrisma },
  password: string,
  { personId, email, name, tenantId }: Setting,
): Promise<void> {
  const own =
    personId === null
      ? { name: null, addresses: email === undefined ? [] : [email] }
      : await findOwnNames(prisma, personId);
  const memberships = await prisma.personTeam.findMany({
    where: { person_id: personId ?? '' },
    select: { tenant_id: true },
  });
  const ids = memberships.map(({ tenant_id }) => tenant_id);
  const teams = await prisma.tenant.findMany({
    where: { id: { in: tenantId ? [...ids, tenantId] : ids } },
    select: { name: true },
  });
  const names = [own.name, name, ...teams.map((team) => team.name)].filter(
    (one): one is string => typeof one === 'string',
  );
  const weakness = findWeakness(password, { names, addresses: own.addresses });
  if (weakness === null) return;
  throw new ApiError('validation_error', { field: 'password', because: `password_${weakness}` });
}
