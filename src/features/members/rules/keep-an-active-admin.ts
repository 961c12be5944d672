import type { TeamDb } from '../../../db/team-db.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { codeOf } from '../../../shared/errors/system-error-code.ts';

/** The code that the trigger raises (`prisma/functions/member_keeps_an_active_admin.sql`). */
const LAST_ADMIN = 'TA001';

/**
 * Runs a change of a member. A trigger protects the last admin: it refuses the change if no active admin would be left. So
 * two changes at once cannot remove the last one either (D108). The refusal becomes `last_admin`.
 */
export async function keepAnActiveAdmin<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (codeOf(error) !== LAST_ADMIN) throw error;
    throw new ApiError('last_admin', {
      because: 'only_active_admin',
    });
  }
}

/** Whether the trigger would refuse to remove this member now. */
export async function isLastActiveAdmin(db: TeamDb, memberId: string): Promise<boolean> {
  const found = await db.row<{ is_last: boolean }>(
    'select is_last_active_admin($1, $2) as is_last',
    [memberId],
  );
  return found?.is_last === true;
}
