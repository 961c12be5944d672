import type { TeamDb } from '../../db/team-db.ts';
import { addUp, inParts, isRecent, sumColumns } from './add-up-sessions.ts';

const stored = `
  select $1, s.span, s.begins_at, s.member_id, ${sumColumns} from analytics_sum s
  where s.tenant_id = $1 and s.member_id = any ($3)
    and (s.span = any ('{all,week}') or ${isRecent('s.begins_at')})`;
const added = addUp('t.member_id = any ($3)');

// Members with a note are known to differ, so they are left out.
const wrongMembers = `
  select distinct w.member_id from (
    ((${added}) except (${stored})) union all ((${stored}) except (${added}))
  ) w (tenant_id, span, begins_at, member_id)
  where not exists (select from analytics_change c
    where c.tenant_id = $1 and c.at < $2::timestamptz and c.member_id = w.member_id)`;

/**
 * Compares the sums of a team with its sessions, once a day. Somebody may have changed a session by
 * hand, or a process of an older release may have changed one without a note. Members whose sums
 * are wrong get a note. Returns how many there are.
 */
export async function compareSums(db: TeamDb, now: Date): Promise<number> {
  const state = await db.row<{ kept_until: Date }>(
    'select s.kept_until from analytics_state s where s.tenant_id = $1 for update nowait',
  );
  if (!state) return 0;
  const members = await db.rows<{ id: string }>('select m.id from member m where m.tenant_id = $1');
  const wrong: string[] = [];
  await inParts(
    members.map(({ id }) => id),
    async (some) => {
      const rows = await db.rows<{ member_id: string }>(wrongMembers, [state.kept_until, some]);
      wrong.push(...rows.map(({ member_id }) => member_id));
    },
  );
  await db.write(
    `insert into analytics_change (tenant_id, at, id, member_id)
     select $1, 'epoch', gen_random_uuid(), w.id from unnest($2::text[]) w (id)`,
    [wrong],
  );
  await db.write('update analytics_state s set checked_at = $2 where s.tenant_id = $1', [now]);
  return wrong.length;
}
