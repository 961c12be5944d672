import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import type { Language } from '../../../shared/language/language.ts';

type LockedSeats = { seats: number; language: Language };

/** Locks the team's seats until this transaction ends. Returns how many there are (D106). */
export async function lockSeats({ db }: Call): Promise<LockedSeats> {
  const team = await db.row<LockedSeats>(
    'select t.seats, t.languages[1] as language from tenant t where t.id = $1 for no key update',
  );
  if (!team) throw new ApiError('not_found');
  return team;
}

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
