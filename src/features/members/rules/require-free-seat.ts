import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import type { LockedSeats } from './lock-seats.ts';

type Seats = { occupied: number; email_taken: boolean };

/**
 * Checks the e-mail first, then the seats (D105 to D107). The owner and each invited member occupy
 * a seat too.
 */
export async function requireFreeSeat(
  { db }: Call,
  email: string,
  { seats }: LockedSeats,
): Promise<void> {
  const found = await db.row<Seats>(
    `select count(*)::integer as occupied, coalesce(bool_or(m.email = $2), false) as email_taken
     from member m where m.tenant_id = $1 and m.status <> 'removed'`,
    [email],
  );
  if (found?.email_taken) {
    throw new ApiError('conflict', {
      because: 'email_taken',
    });
  }
  if (!found || found.occupied >= seats) {
    throw new ApiError('seat_limit_reached', { because: 'seats_taken' });
  }
}
