import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

type Taken = { email: string; personId: string };

/**
 * Refuses an address that another person can still get back. The caller has already written the
 * address in the same transaction: so this sees a change that releases the address at the same
 * moment.
 */
export async function refuseReserved(
  prisma: PeoplePrisma,
  now: Date,
  { email, personId }: Taken,
): Promise<void> {
  const reserved = await prisma.person.count({
    where: { former_email: email, former_email_until: { gt: now }, id: { not: personId } },
  });
  if (reserved > 0) refuse();
}

/** The same check in the transaction of a team. */
export async function refuseReservedInTeam(
  { db, now }: Pick<Call, 'db' | 'now'>,
  { email, personId }: Taken,
): Promise<void> {
  const reserved = await db.row(
    `select from person p
     where p.former_email = $2 and p.former_email_until > $3 and p.id <> $4 and $1::text is not null`,
    [email, now, personId],
  );
  if (reserved) refuse();
}

function refuse(): never {
  throw new ApiError('conflict', { because: 'address_reserved' });
}
