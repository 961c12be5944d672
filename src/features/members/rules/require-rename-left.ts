import type { TeamDb } from '../../../db/team-db.ts';
import { WEEK_MS } from '../../../shared/durations.ts';
import { ApiError } from '../../../shared/errors.ts';

/** How often a person may change their own name within a week. A team keeps each of these names. */
const RENAMES_PER_WEEK = 10;

type Renaming = { personId: string; now: Date };

/**
 * Refuses a change of the name above the limit. Otherwise one member could fill the audit log, and could have
 * so many names that no erasure comes to an end. The caller has locked the person.
 */
export async function requireRenameLeft(db: TeamDb, { personId, now }: Renaming): Promise<void> {
  const oldest = await db.row<{ at: Date }>(
    `select n.until as at
     from member m join member_name n on n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name'
     where m.tenant_id = $1 and m.user_id = $2 and n.until > $3
     order by n.until desc offset ${RENAMES_PER_WEEK - 1} limit 1`,
    [personId, new Date(now.getTime() - WEEK_MS)],
  );
  if (!oldest) return;
  const freeMs = oldest.at.getTime() + WEEK_MS - now.getTime();
  throw new ApiError('rate_limited', {
    because: ['too_many_renames', RENAMES_PER_WEEK],
    limit: RENAMES_PER_WEEK,
    retryAfter: Math.max(1, Math.ceil(freeMs / 1000)),
  });
}
