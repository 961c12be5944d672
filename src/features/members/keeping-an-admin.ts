import { violates } from '../../db/database-error.ts';
import { ApiError } from '../../shared/errors.ts';

/** The database itself keeps the last active admin, also from two changes at once (D108). */
export async function keepingAnAdmin<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!violates(error, 'member_keeps_an_active_admin')) throw error;
    throw new ApiError('last_admin', { detail: 'The only active admin of the team.' });
  }
}
