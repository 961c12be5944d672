import type { z } from 'zod';
import { MAX_BYTES, type PageRequest, type PageSource, readPage } from '../../db/pages/page.ts';
import {
  cursorOfBegin,
  MOST_SEARCHED,
  type SearchedPage,
  searchPage,
} from '../../db/pages/search-page.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { dealConditions, inTitle, requireVisible } from './deal-conditions.ts';
import { type DealRow, dealRowShape, withNames } from './deal-in-app.ts';
import type { FoundDeals, findDealsInput } from './find-deals.schema.ts';
import { findSources } from './find-sources.ts';
import { idsInCrm } from './ids-in-crm.ts';
import { lookUpDeals } from './look-up-deals.ts';

type Asked = z.output<typeof findDealsInput>;

/**
 * The list of `listDeals` with the filters of the app, and with names. A search first looks up deals with
 * exactly this id in the CRM. Deals with the text in their title follow on the next page, or at once if no
 * deal has the id (P536).
 */
export async function findDeals(call: TeamVisit, asked: Asked): Promise<FoundDeals> {
  const { db, actor, cursorKey } = call;
  const { cursor, limit, search, without_member, ...others } = asked;
  requireVisible(asked, actor.privacy);
  const filters = { ...others, search, without_member: without_member ? 'true' : undefined };
  const request = { route: 'crm.findDeals', limit, cursor, cursorKey, filters };
  const all = dealConditions(asked);
  const externalIds = search === undefined ? [] : idsInCrm(search);
  if (search !== undefined && cursor === undefined) {
    const connections = await call.prisma.crmConnection.findMany({
      where: { tenant_id: db.tenantId },
      select: { id: true },
    });
    const wanted = { ...all, externalIds, connectionIds: connections.map(({ id }) => id) };
    const data = await named(call, await lookUpDeals(call, wanted));
    const next_cursor = cursorOfBegin(db, request);
    if (data.length > 0) return { data, next_cursor, searched_back_to: null };
  }
  if (search !== undefined) {
    all.add(inTitle, search);
    all.add((n) => `d.external_id <> all (${n}::text[])`, externalIds);
  }
  const page = await readFiltered(db, request, {
    shape: dealRowShape(actor),
    from: 'crm_deal d',
    where: all.where,
    params: all.params,
    at: 'd.created_at',
    id: 'd.id',
    large: ['d.title', 'd.lost_reason'],
  });
  return { ...page, data: await named(call, page.data) };
}

async function named(call: TeamVisit, deals: readonly DealRow[]): Promise<FoundDeals['data']> {
  const sources = await findSources(call, deals);
  return deals.map((deal) => withNames(deal, sources));
}

/**
 * This number of the newest deals is read first, because most filters fill a page from them. To find the end of a
 * longer list takes longer than to read the page.
 */
const NEAR = 2_000;

async function readFiltered(
  db: TeamDb,
  request: PageRequest,
  source: PageSource,
): Promise<SearchedPage<DealRow>> {
  if (source.where.length === 1) {
    return { ...(await readPage<DealRow>(db, request, source)).toJSON(), searched_back_to: null };
  }
  const among = { where: ['d.tenant_id = $1'], params: [] };
  const near = await searchPage<DealRow>(db, request, { source, among: { ...among, most: NEAR } });
  if (near.searched_back_to === null || near.next_cursor === null) return near;
  if (JSON.stringify(near.data).length > MAX_BYTES / 4) return near;
  const rest = { ...request, cursor: near.next_cursor, limit: request.limit - near.data.length };
  const far = await searchPage<DealRow>(db, rest, {
    source,
    among: { ...among, most: MOST_SEARCHED },
  });
  return { ...far, data: [...near.data, ...far.data] };
}
