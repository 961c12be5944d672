import type { z } from 'zod';
import { conditions } from '../../db/conditions.ts';
import { MOST_SEARCHED } from '../../db/pages/search-page.ts';
import type { Call } from '../../operation/call.ts';
import type { ObjectionSums, sumObjectionsInput } from './deals.schema.ts';

type Row = { sums: ObjectionSums['sums']; looked_at: number };

/** The newest 50,000 objections by topic. A deal with two objections of a topic counts once in what it is worth. */
export async function sumObjections(
  { db }: Pick<Call, 'db'>,
  { connection_id }: z.output<typeof sumObjectionsInput>,
): Promise<ObjectionSums> {
  const all = conditions(['d.tenant_id = $1']);
  if (connection_id) all.add((n) => `d.connection_id = ${n}`, connection_id);
  const row = await db.row<Row>(
    `with newest as materialized (
       select o.category, o.deal_id from crm_objection o where o.tenant_id = $1
       order by o.created_at desc, o.id desc limit ${MOST_SEARCHED}
     ), of_deal as (
       select n.category, d.id, d.currency, d.amount, count(*) as objections
       from newest n join crm_deal d on d.tenant_id = $1 and d.id = n.deal_id
       where ${all.where.join(' and ')} group by n.category, d.id, d.currency, d.amount
     ), worth as (
       select f.category, f.currency, sum(f.amount) as amount from of_deal f
       where f.amount is not null group by f.category, f.currency
     ), topic as (
       select f.category, sum(f.objections)::integer as count, count(*)::integer as deals
       from of_deal f group by f.category
     )
     select (select count(*)::integer from newest) as looked_at,
       (select coalesce(json_agg(json_build_object('category', t.category, 'count', t.count,
         'deals', t.deals, 'worth', (select coalesce(json_agg(json_build_object(
             'currency', w.currency, 'amount', w.amount::text) order by w.amount desc), '[]')
           from worth w where w.category = t.category))
         order by t.count desc, t.category), '[]') from topic t) as sums`,
    all.params,
  );
  const { sums, looked_at } = row ?? { sums: [], looked_at: 0 };
  return { sums, looked_at: looked_at < MOST_SEARCHED ? null : MOST_SEARCHED };
}
