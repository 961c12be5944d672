import type { TeamVisit } from '../../../operation/call.ts';
import type { ConnectionDetail } from './connections.schema.ts';

const MOST_VALUES = 200;
const MOST_OWNERS = 500;

/** The values of the industry field, the most frequent first. Longer values than a setting can name are left out. */
export function findIndustryValues(
  { db }: TeamVisit,
  connectionId: string,
): Promise<ConnectionDetail['industry_values_found']> {
  return db.rows(
    `select d.industry_value as value, count(*)::integer as deals from crm_deal d
     where d.tenant_id = $1 and d.connection_id = $2 and length(d.industry_value) <= 300
     group by d.industry_value order by deals desc, value limit ${MOST_VALUES}`,
    [connectionId],
  );
}

/** The owners of deals. Owners who match no member come first, and among them those with the most deals. */
export async function findOwners(
  { db, actor }: TeamVisit,
  connectionId: string,
): Promise<ConnectionDetail['owners']> {
  const rows = await db.rows<ConnectionDetail['owners'][number]>(
    `select o.external_id, o.name, o.email, o.user_id, o.is_chosen as chosen,
       o.is_erased as erased, coalesce(c.deals, 0)::integer as deals
     from crm_owner o
     left join (
       select d.owner_id, count(*) as deals from crm_deal d
       where d.tenant_id = $1 and d.connection_id = $2 and d.owner_id is not null
       group by d.owner_id) c on c.owner_id = o.external_id
     where o.tenant_id = $1 and o.connection_id = $2
     order by o.user_id is not null, coalesce(c.deals, 0) desc, o.external_id
     limit ${MOST_OWNERS}`,
    [connectionId],
  );
  for (const owner of rows) actor.privacy.strip('crm_owner', owner);
  return rows;
}
