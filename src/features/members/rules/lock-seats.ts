import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/language.ts';

export type LockedSeats = { seats: number; language: Language };

/** Locks the team's seats until this transaction ends. Returns how many there are (D106). */
export async function lockSeats({ db }: Call): Promise<LockedSeats> {
  const team = await db.row<LockedSeats>(
    'select t.seats, t.languages[1] as language from tenant t where t.id = $1 for no key update',
  );
  if (!team) throw new ApiError('not_found');
  return team;
}
