import type { z } from 'zod';
import { MOST_SEARCHED } from '../../db/pages/search-page.ts';
import type { Call } from '../../operation/call.ts';
import type { DealSums, dealFilters } from './deals.schema.ts';
import { idsInCrm } from './ids-in-crm.ts';
import { dealConditions, inTitle, requireVisible } from './list-deals.ts';

type Row = { sums: DealSums['sums']; looked_at: number };

/**
 * How many deals match the filters of the list, and the sums of their amounts, by state and currency. Only
 * the newest 50,000 deals are counted, however many a team has.
 */
export async function sumDeals(
  { db, actor }: Call,
  filters: z.output<typeof dealFilters>,
  most = MOST_SEARCHED,
): Promise<DealSums> {
  requireVisible(filters, actor.privacy);
  const all = dealConditions(filters);
  const { search } = filters;
  if (search !== undefined) {
    const ids = `$${all.params.push(idsInCrm(search)) + 1}`;
    all.add((n) => `(${inTitle(n)} or d.external_id = any (${ids}::text[]))`, search);
  }
  const limit = `$${all.params.length + 2}::integer`;
  const row = await db.row<Row>(
    `with newest as materialized (
       select e.* from crm_deal e where e.tenant_id = $1
       order by e.created_at desc, e.id desc limit ${limit}
     ), groups as (
       select d.outcome, d.currency, count(*)::integer as count, sum(d.amount) as amount
       from newest d where ${all.where.join(' and ')} group by d.outcome, d.currency
     )
     select (select count(*)::integer from newest) as looked_at,
       coalesce((select json_agg(json_build_object('outcome', g.outcome, 'currency', g.currency,
         'count', g.count, 'amount', g.amount::text) order by g.amount desc nulls last, g.currency)
         from groups g), '[]') as sums`,
    [...all.params, most],
  );
  const { sums, looked_at } = row ?? { sums: [], looked_at: 0 };
  return { sums, looked_at: looked_at < most ? null : most };
}
