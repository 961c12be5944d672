import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { type DealRow, dealRowShape, withNames } from './deal-in-app.ts';
import type { FoundDeal } from './find-deals.schema.ts';
import { findSources } from './find-sources.ts';

/** One deal by its id here. The id never changes. */
export async function getDeal(call: TeamVisit, id: string): Promise<FoundDeal> {
  const { db, actor } = call;
  // The range and the order allow only the index of the key, also in a plan that was made while the table was empty.
  const deal = await db.row<DealRow>(
    `select ${dealRowShape(actor)} from crm_deal d
     where d.tenant_id = $1 and d.id between $2 and $2 order by d.id limit 1`,
    [id],
  );
  if (!deal) throw new ApiError('not_found');
  return withNames(deal, await findSources(call, [deal]));
}
