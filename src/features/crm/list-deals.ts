import { z } from 'zod';
import type { Privacy } from '../../auth/privacy.ts';
import { conditions } from '../../db/conditions.ts';
import {
  MAX_BYTES,
  type Order,
  type PageRequest,
  type PageSource,
  readPage,
} from '../../db/pages/page.ts';
import {
  cursorOfBegin,
  MOST_SEARCHED,
  type SearchedPage,
  searchPage,
} from '../../db/pages/search-page.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonPage, type JsonText } from '../../shared/json/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type crmPageInput, dealShape } from './crm.schema.ts';
import { type DealRow, dealRowShape, withNames, withoutMember } from './deal-in-app.ts';
import { type DealPage, dealFilters, type dealListInput, type FoundDeal } from './deals.schema.ts';
import { findSources } from './find-sources.ts';
import { idsInCrm } from './ids-in-crm.ts';

type Filters = z.output<typeof dealFilters>;
type Input = z.output<typeof crmPageInput> & z.output<typeof dealListInput>;

const rows = {
  from: 'crm_deal d',
  at: 'd.created_at',
  id: 'd.id',
  large: ['d.title', 'd.lost_reason'],
};

/**
 * Deals, the latest synchronized first (D65). A team without a connection has no deals (D140). In the app (`visit`) the
 * deals have names. A search first looks up deals with exactly this id in the CRM. Deals with the text in their title
 * follow on the next page, or at once if no deal has the id (P536).
 */
export async function listDeals(
  call: RequestCall,
  input: Input,
  visit?: TeamVisit,
): Promise<JsonText<DealPage>> {
  const { db, actor, cursorKey } = call;
  const { cursor, limit, search, without_member, order: asked, ...others } = input;
  requireVisible(input, actor.privacy);
  const order = asked === 'newest' ? undefined : asked;
  const filters = { ...others, order, search, without_member: without_member ? 'true' : undefined };
  const request = { route: 'crm/deals', limit, cursor, cursorKey, filters };
  const direction = order === 'amount_asc' ? 'oldest' : 'newest';
  const all = dealConditions(input);
  const { where, params } = all;
  if (!visit) return readPage(db, request, { ...rows, shape: dealShape(actor), where, params });
  const externalIds = search === undefined ? [] : idsInCrm(search);
  if (search !== undefined && cursor === undefined) {
    const connections = await visit.prisma.crmConnection.findMany({
      where: { tenant_id: db.tenantId },
      select: { id: true },
    });
    const wanted = { ...all, externalIds, connectionIds: connections.map(({ id }) => id) };
    const found = await lookUpDeals(call, wanted);
    if (found.length > 0) {
      return named(visit, found, { next_cursor: cursorOfBegin(db, request, direction) });
    }
  }
  if (search !== undefined) {
    all.add(inTitle, search);
    all.add((n) => `d.external_id <> all (${n}::text[])`, externalIds);
  }
  const source = { ...rows, shape: dealRowShape(actor), where, params };
  const { data, ...rest } = order
    ? await readByAmount(db, request, { source, direction })
    : await readFiltered(db, request, source);
  return named(visit, data, rest);
}

async function named<F extends object>(visit: TeamVisit, deals: readonly DealRow[], rest: F) {
  const sources = await findSources(visit, deals);
  const entries = deals.map((deal) => JSON.stringify(withNames(deal, sources)));
  return new JsonPage<FoundDeal, F>(entries, rest);
}

/** So many of the newest deals are read first. Most filters fill a page from these, and a longer list takes longer. */
const NEAR = 2_000;

/** No index has the order by amount, so it is that of the deals that `sumDeals` adds up. */
async function readByAmount(
  db: TeamDb,
  request: PageRequest,
  { source, direction }: { source: PageSource; direction: Order },
): Promise<SearchedPage<DealRow>> {
  const page = await readPage<DealRow>(db, request, {
    ...source,
    from: `(select e.* from crm_deal e where e.tenant_id = $1
      order by e.created_at desc, e.id desc limit ${MOST_SEARCHED}) d`,
    at: `coalesce(d.amount, '${direction === 'oldest' ? '' : '-'}Infinity')`,
    atType: 'numeric',
    order: direction,
  });
  return { ...page.toJSON(), searched_back_to: null };
}

async function readFiltered(
  db: TeamDb,
  request: PageRequest,
  source: PageSource,
): Promise<SearchedPage<DealRow>> {
  const among = { where: ['d.tenant_id = $1'], params: [] };
  const search = async (request: PageRequest, most: number) =>
    (await searchPage<DealRow>(db, request, { source, among: { ...among, most } })).toJSON();
  const near = await search(request, NEAR);
  if (near.searched_back_to === null || near.next_cursor === null) return near;
  if (JSON.stringify(near.data).length > MAX_BYTES / 4) return near;
  if (near.data.length >= request.limit) return { ...near, searched_back_to: null };
  const rest = { ...request, cursor: near.next_cursor, limit: request.limit - near.data.length };
  const far = await search(rest, MOST_SEARCHED);
  return { ...far, data: [...near.data, ...far.data] };
}

/**
 * One deal by its id here, which never changes. As below, a range with an order makes PostgreSQL use the index of the
 * key: with `=` it reads the team's deals instead, if it planned the statement while the table was empty (P14).
 */
export async function getDeal(call: TeamVisit, id: string): Promise<FoundDeal> {
  const { db, actor } = call;
  const deal = await db.row<DealRow>(
    `select ${dealRowShape(actor)} from crm_deal d
     where d.tenant_id = $1 and d.id between $2 and $2 order by d.id limit 1`,
    [id],
  );
  if (!deal) throw new ApiError('not_found');
  return withNames(deal, await findSources(call, [deal]));
}

type Wanted = {
  externalIds: readonly string[];
  connectionIds: readonly string[];
  /** Further conditions on `crm_deal d`, and their parameters from `$2` on. */
  where: readonly string[];
  params: readonly unknown[];
};

/** The deals with these ids in the CRM. Each is looked up in each connection. */
function lookUpDeals(
  { db, actor }: Pick<RequestCall, 'db' | 'actor'>,
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

/** The conditions of the filters on `crm_deal d`, without the search. */
export function dealConditions({ search: _, ...filters }: Filters) {
  const { connection_id, outcome, owner_user_id, without_member, closes_from, closes_to } = filters;
  const all = conditions(['d.tenant_id = $1']);
  if (connection_id) all.add((n) => `d.connection_id = ${n}`, connection_id);
  if (outcome) all.add((n) => `d.outcome = ${n}`, outcome);
  if (owner_user_id) all.add((n) => `d.owner_user_id = ${n}`, owner_user_id);
  if (without_member) all.where.push(withoutMember);
  if (closes_from) all.add((n) => `d.close_date >= ${n}::date`, closes_from);
  if (closes_to) all.add((n) => `d.close_date <= ${n}::date`, closes_to);
  return all;
}

/**
 * Refuses a filter by the owner while member detail is off, because the result would tell about a member.
 */
export function requireVisible({ owner_user_id, without_member }: Filters, privacy: Privacy): void {
  if (owner_user_id !== undefined || without_member) privacy.requireMemberDetail();
}

/** A condition that the title contains a text. */
export const inTitle = (n: string) => `strpos(lower(d.title), lower(${n}::text)) > 0`;

const column = columnsOf<FoundDeal>();

/** The deals as a file. A search stays out of it, because a title may name people (P380). */
export const dealExport = defineListExport({
  rights: { begin: 'export_lists', read: 'see_crm' },
  filter: dealFilters
    .omit({ search: true, without_member: true })
    .extend({ without_member: z.literal('true').optional() }),
  columns: [
    column('Titel', 'Title', ({ title }) => title),
    column('Ausgang', 'Outcome', ({ outcome }) => outcome),
    column('Betrag', 'Amount', ({ amount }) => amount),
    column('Währung', 'Currency', ({ currency }) => currency),
    column('Abschluss', 'Closing date', ({ close_date }) => close_date),
    column('Wahrscheinlichkeit (%)', 'Probability (%)', ({ probability }) => probability),
    column(
      'Pipeline',
      'Pipeline',
      ({ pipeline_name, pipeline_id }) => pipeline_name ?? pipeline_id,
    ),
    column('Phase', 'Stage', ({ stage_name, stage_id }) => stage_name ?? stage_id),
    column('Verlustgrund', 'Lost reason', ({ lost_reason }) => lost_reason),
    column('Verbindung', 'Connection', ({ connection_name }) => connection_name),
    column('Kennung im CRM', 'Id in the CRM', ({ external_id }) => external_id),
    column('Deal: Kennung', 'Deal: id', ({ id }) => id),
    column('Zuständig: Kennung', 'In charge: id', ({ owner_user_id }) => owner_user_id),
    column('Zuständig im CRM', 'In charge in the CRM', (deal) => deal.owner_name ?? deal.owner_id),
    column('Letzte Aktivität (UTC)', 'Last activity (UTC)', (deal) => deal.last_activity_at),
  ],
  async begin(call, { filter, format }) {
    requireVisible(
      { ...filter, without_member: filter.without_member === 'true' },
      call.actor.privacy,
    );
    await recordAudit(call, {
      action: 'deal_list.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    });
  },
  async read(call, { filter: { without_member, ...filter }, cursor, limit }) {
    const filters = { ...filter, ...(without_member && { without_member: true }) };
    return (await listDeals(call, { cursor, limit, ...filters }, call)).toJSON();
  },
});
