import { DIGITS, type IdPrefix } from '../../db/ids.ts';

const TIME_SHIFTS = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0];

/**
 * SQL for an id in the form of `newId`, made of the number of the team and of the row, so that a
 * reference needs no look-up. Hexadecimal digits are digits of Crockford's too.
 */
export function bulkId(prefix: IdPrefix, milliseconds: string, team: string, row: string): string {
  const time = TIME_SHIFTS.map(
    (shift) => `substr('${DIGITS}', ((${milliseconds}) >> ${shift} & 31)::integer + 1, 1)`,
  );
  const rest = `substr(md5($1 || '${prefix}' || ${team} || '/' || ${row}), 1, 16)`;
  return `'${prefix}_' || ${time.join(' || ')} || ${rest}`;
}
