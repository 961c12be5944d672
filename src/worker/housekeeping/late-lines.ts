import { idFloor } from '../../db/ids.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { RetentionRule } from './retention-rule.ts';

/**
 * API processes write the lines and counts of requests some seconds later, or much later if the
 * database was away. So some lines may arrive after their team was deleted. No other rule finds
 * these lines, because every other rule goes from team to team.
 */
export const lateLinesOfDeletedTeams: RetentionRule = {
  name: 'late lines of deleted teams',
  keptMs: DAY_MS,
  /** `since` is a day ago. The rule looks at the teams that were deleted since then. */
  run: async (client, since) => {
    const { rows: deleted } = await client.query<{ id: string }>(
      `select tenant_id as id from erasure
       where id > $1 and tenant_id is not null and member_id is null`,
      [idFloor('ers', since)],
    );
    const ids = deleted.map(({ id }) => id);
    if (ids.length === 0) return { count: 0, more: false };
    let count = 0;
    for (const table of ['request_log', 'request_day']) {
      const { rowCount } = await client.query(`delete from ${table} where tenant_id = any ($1)`, [
        ids,
      ]);
      count += rowCount ?? 0;
    }
    return { count, more: false };
  },
};
