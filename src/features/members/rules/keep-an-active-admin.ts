import { codeOf } from '../../../shared/error-code.ts';
import { ApiError } from '../../../shared/errors.ts';

/** The trigger in prisma/functions/member_keeps_an_active_admin.sql raises this code. */
const LAST_ADMIN = 'TA001';

/**
 * Runs a change of a member, which the trigger refuses if it would take the last active admin away.
 * The trigger decides, so that two changes at once cannot do it either (D108). Its refusal becomes `last_admin`.
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
