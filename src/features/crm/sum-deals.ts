import type { z } from 'zod';
import { MOST_SEARCHED } from '../../db/search-page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { dealConditions, inTitle, requireVisible } from './deal-conditions.ts';
import type { DealSums, dealFilters } from './find-deals.schema.ts';
import { idsInCrm } from './ids-in-crm.ts';

type Row = DealSums['sums'][number] & { looked_at: number };

/**
 * How many deals the filters of the list let through, and what they are worth, by state and
 * currency. Only the newest 50,000 deals are looked at, whatever a team has (P647).
 */
export async function sumDeals(
  { db, actor }: TeamVisit,
  filters: z.output<typeof dealFilters>,
): Promise<DealSums> {
  requireVisible(filters, actor.privacy);
  const all = dealConditions(filters);
  const { search } = filters;
  if (search !== undefined) {
    const ids = `$${all.params.push(idsInCrm(search)) + 1}`;
    all.add((n) => `(${inTitle(n)} or d.external_id = any (${ids}::text[]))`, search);
  }
  const most = `$${all.params.length + 2}::integer`;
  const rows = await db.rows<Row>(
    `with newest as materialized (
       select e.* from crm_deal e where e.tenant_id = $1
       order by e.created_at desc, e.id desc limit ${most}
     )
     select d.outcome, d.currency, count(*)::integer as count, sum(d.amount)::text as amount,
       (select count(*)::integer from newest) as looked_at
     from newest d where ${all.where.join(' and ')}
     group by d.outcome, d.currency
     order by sum(d.amount) desc nulls last, d.currency`,
    [...all.params, MOST_SEARCHED],
  );
  const isAll = (rows[0]?.looked_at ?? 0) < MOST_SEARCHED;
  return {
    sums: rows.map(({ looked_at: _, ...sum }) => sum),
    looked_at: isAll ? null : MOST_SEARCHED,
  };
}
