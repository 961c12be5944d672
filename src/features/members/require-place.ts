import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

type Taken = { occupied: number; email_taken: boolean };

/** Makes everyone who wants a seat of this team wait for this transaction (D106). */
export async function lockSeats({ db }: Call): Promise<number> {
  const team = await db.row<{ seats: number }>(
    'select t.seats from tenant t where t.id = $1 for no key update',
  );
  if (!team) throw new ApiError('not_found');
  return team.seats;
}

/** First the e-mail, then the seats (D105 to D107); invited members and the owner have one each. */
export async function requirePlace({ db }: Call, email: string, seats: number): Promise<void> {
  const taken = await db.row<Taken>(
    `select count(*)::integer as occupied, coalesce(bool_or(m.email = $2), false) as email_taken
     from member m where m.tenant_id = $1 and m.status <> 'removed'`,
    [email],
  );
  if (taken?.email_taken) {
    throw new ApiError('conflict', {
      detail: 'The email already belongs to a member of this team or to its owner.',
    });
  }
  if (!taken || taken.occupied >= seats) {
    throw new ApiError('seat_limit_reached', { detail: 'All seats of the team are taken.' });
  }
}
