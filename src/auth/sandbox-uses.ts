import type { Queryable } from '../db/team-db.ts';

/** The last use of a sandbox is written at most this often. */
export const RECORDED = `interval '1 hour'`;

/**
 * A use also cancels the announced deletion of the sandbox. Rows that another process is writing at this
 * moment are left out, so that the two never wait for each other.
 */
const noteUses = {
  name: 'note uses of sandboxes',
  text: `update tenant t set sandbox_used_at = $1, sandbox_warned_at = null
    where t.id = any (array(
      select l.id from tenant l where l.id = any ($2) and l.sandbox_used_at <= $1::timestamptz - ${RECORDED}
      order by l.id for update skip locked))`,
  query_timeout: 5_000,
};

/** Notes the use of all sandboxes among these teams. */
export async function noteUsesOfSandboxes(
  db: Queryable,
  at: Date,
  tenantIds: readonly string[],
): Promise<void> {
  await db.query({ ...noteUses, values: [at, tenantIds] });
}
