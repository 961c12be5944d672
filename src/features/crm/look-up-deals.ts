import type { TeamVisit } from '../../operation/call.ts';
import { type DealRow, dealRowShape } from './deal-in-app.ts';

type Wanted = {
  externalIds: readonly string[];
  connectionIds: readonly string[];
  /** Further conditions on `crm_deal d`, and their parameters from `$2` on. */
  where: readonly string[];
  params: readonly unknown[];
};

/**
 * The deals with these ids in the CRM. Each is looked up in each connection. The range and the order allow only the
 * index of the key, also in a plan that was made while the table was empty.
 */
export function lookUpDeals(
  { db, actor }: Pick<TeamVisit, 'db' | 'actor'>,
  { externalIds, connectionIds, where, params }: Wanted,
): Promise<DealRow[]> {
  const n = params.length + 2;
  return db.rows<DealRow>(
    `select s.* from unnest($${n}::text[]) as c (id)
     cross join unnest($${n + 1}::text[]) as x (id)
     cross join lateral (select e.* from crm_deal e
       where e.tenant_id = $1 and e.connection_id = c.id and e.external_id between x.id and x.id
       order by e.external_id limit 1) d
     cross join lateral (select ${dealRowShape(actor)}) s
     where ${where.join(' and ')}
     limit 50`,
    [...params, connectionIds, externalIds],
  );
}
