import type { TeamDb } from '../../db/team-db.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';

type Kept = { personId: string; name: string };

/**
 * Keeps for the team a name that the person gives up. For a former member, the team keeps the name up to the
 * removal, and no later name. `until` is missing if all memberships have ended, for instance when the account
 * is removed. If a request began before the last change and ends after it, its `until` is earlier than that
 * change. Then the name ends a moment after the name before.
 */
export async function keepName(
  db: TeamDb,
  { personId, name, until }: Kept & { until: Date | null },
): Promise<void> {
  await db.write(
    `insert into member_name (tenant_id, member_id, kind, value, since, until)
     select $1, m.id, 'name', $3, coalesce(f.until, m.joined_at, m.created_at),
       least(case when $4::timestamptz is not null
         then greatest($4, f.until + interval '1 millisecond') end, m.removed_at)
     from (
       (select a.id, a.joined_at, a.created_at, a.removed_at from member a
        where a.tenant_id = $1 and a.user_id = $2 and a.status = 'active')
       union all
       (select r.id, r.joined_at, r.created_at, r.removed_at from member r
        where r.tenant_id = $1 and r.user_id = $2 and r.status = 'removed' and r.email <> '${ERASED_EMAIL}')
     ) m left join lateral (
       select n.until from member_name n
       where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'name'
       order by n.until desc limit 1) f on true
     where m.removed_at is null or f.until is null or f.until < m.removed_at
     on conflict do nothing`,
    [personId, name, until],
  );
}

/** Keeps an address that an active member gives up. The address of a former member stays as it is. */
export async function keepAddress(
  db: TeamDb,
  { memberId, email, until }: { memberId: string; email: string; until: Date },
): Promise<void> {
  await db.write(
    `insert into member_name (tenant_id, member_id, kind, value, since, until)
     select $1, m.id, 'email', $3, coalesce(f.until, m.created_at),
       greatest($4::timestamptz, f.until + interval '1 millisecond')
     from member m left join lateral (
       select n.until from member_name n
       where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'email'
       order by n.until desc limit 1) f on true
     where m.tenant_id = $1 and m.id = $2
     on conflict do nothing`,
    [memberId, email, until],
  );
}
