import type { TeamDb } from '../../db/team-db.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/** The time in which mails to an address were for one of these members. */
export type AddressSpan = { address: string; since: Date; until: Date | null };

/**
 * The present and former addresses of members. An address belongs to its last holder in the team: a
 * span ends when somebody else gets the address. So each mail belongs to one person.
 */
export async function findAddressSpans(
  db: TeamDb,
  memberIds: readonly string[],
): Promise<AddressSpan[]> {
  return db.rows<AddressSpan>(
    `with held as (
       select m.id, m.email as address, coalesce(f.until, m.created_at) as since
       from member m left join lateral (
         select n.until from member_name n
         where n.tenant_id = $1 and n.member_id = m.id and n.kind = 'email'
         order by n.until desc limit 1) f on true
       where m.tenant_id = $1 and m.email <> '${ERASED_EMAIL}'
       union all
       select n.member_id, n.value, n.since from member_name n
       where n.tenant_id = $1 and n.kind = 'email'
     )
     select h.address, h.since, min(o.since) as until
     from held h left join held o
       on o.address = h.address and o.since > h.since and o.id <> all ($2::text[])
     where h.id = any ($2) group by h.address, h.since order by h.since, h.address`,
    [memberIds],
  );
}
