import type { z } from 'zod';
import { conditions } from '../../db/conditions.ts';
import { MOST_SEARCHED, searchPage } from '../../db/search-page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { dealShape } from './crm.schema.ts';
import { dealUrls } from './find-deal-urls.ts';
import type { FoundDeals, findDealsInput } from './find-deals.schema.ts';

type Found = Omit<FoundDeals['data'][number], 'url'>;

/** The list of `listDeals` with the filters of the app and the address of each deal in the CRM. */
export async function findDeals(
  call: TeamVisit,
  { cursor, limit, ...filters }: z.output<typeof findDealsInput>,
): Promise<FoundDeals> {
  const { db, actor, cursorKey } = call;
  const { connection_id, outcome, owner_user_id } = filters;
  if (owner_user_id !== undefined) actor.privacy.requireMemberDetail();
  const among = { where: ['d.tenant_id = $1'], params: [], most: MOST_SEARCHED };
  const all = conditions(among.where);
  if (connection_id) all.add((n) => `d.connection_id = ${n}`, connection_id);
  if (outcome) all.add((n) => `d.outcome = ${n}`, outcome);
  if (owner_user_id) all.add((n) => `d.owner_user_id = ${n}`, owner_user_id);
  const page = await searchPage<Found>(
    db,
    { route: 'crm.findDeals', limit, cursor, cursorKey, filters },
    {
      source: {
        shape: `d.connection_id, ${dealShape(actor)}`,
        from: 'crm_deal d',
        where: all.where,
        params: all.params,
        at: 'd.created_at',
        id: 'd.id',
        large: ['d.title', 'd.lost_reason'],
      },
      among,
    },
  );
  const urlOf = await dealUrls(call);
  const data = page.data.map((deal) => ({
    ...deal,
    url: urlOf(deal.connection_id, deal.external_id),
  }));
  return { ...page, data };
}
