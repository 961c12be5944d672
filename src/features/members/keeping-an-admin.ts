import { codeOf } from '../../shared/error-code.ts';
import { ApiError } from '../../shared/errors.ts';

/** As it stands in prisma/functions/member_keeps_an_active_admin.sql: of a trigger on another server only the code arrives. */
const LAST_ADMIN = 'TA001';

/** The database itself keeps the last active admin, also from two changes at once (D108). */
export async function keepingAnAdmin<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (codeOf(error) !== LAST_ADMIN) throw error;
    throw new ApiError('last_admin', { detail: 'The only active admin of the team.' });
  }
}
