import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import { ApiError } from '../../shared/errors/errors.ts';

type Taken = { email: string; personId: string };

/**
 * Refuses an address that another person can still get back. A team can invite it meanwhile, and the invitation is
 * accepted afterwards. The caller has already written the
 * address in the same transaction: so this sees a change that releases the address at the same
 * moment.
 */
export async function refuseReserved(
  prisma: { person: Pick<PeoplePrisma['person'], 'count'> },
  now: Date,
  { email, personId }: Taken,
): Promise<void> {
  const reserved = await prisma.person.count({
    where: { former_email: email, former_email_until: { gt: now }, id: { not: personId } },
  });
  if (reserved > 0) throw new ApiError('conflict', { because: 'address_reserved' });
}
