import type { SourceDeal } from '../../../crm/connector.ts';
import { newId } from '../../../db/ids.ts';
import type { TeamDb } from '../../../db/team-db.ts';

/** The stored deal for a deal of a page. */
export type WrittenDeal = {
  id: string;
  /** False if the page has an older version than the stored one. It has changed nothing. */
  isCurrent: boolean;
};

type Row = {
  external_id: string;
  known_id: string | null;
  former_id: string | null;
  written_id: string | null;
  is_older: boolean;
  differs: boolean;
};

/**
 * A condition for one deal by its key. The range and the order allow only the index of the key, also in a
 * plan that was made while the table was empty.
 */
export const dealByKey = (externalId: string): string => `d.tenant_id = $1 and d.connection_id = $2
      and d.external_id between ${externalId} and ${externalId} order by d.external_id limit 1`;

/** Each column that comes from the CRM, with its type and where its value stands in a deal. */
const columns: readonly (readonly [column: string, type: string, key: keyof SourceDeal])[] = [
  ['outcome', 'text', 'outcome'],
  ['title', 'text', 'title'],
  ['amount', 'numeric', 'amount'],
  ['currency', 'text', 'currency'],
  ['close_date', 'date', 'closeDate'],
  ['probability', 'smallint', 'probability'],
  ['pipeline_id', 'text', 'pipelineId'],
  ['stage_id', 'text', 'stageId'],
  ['lost_reason', 'text', 'lostReason'],
  ['owner_id', 'text', 'ownerId'],
  ['industry_value', 'text', 'industryValue'],
  ['last_activity_at', 'timestamptz', 'lastActivityAt'],
  ['changed_at', 'timestamptz', 'changedAt'],
];
const names = columns.map(([column]) => column);
const columnsOf = (alias: string): string => names.map((column) => `${alias}.${column}`).join(', ');
const excluded = [...names, 'industry_id', 'owner_user_id', 'synced_at', 'pass']
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

// A row is compared before it is written, because even an update that changes nothing would lock it. Amounts
// are compared as texts, so 10.5 and 10.50 differ. A full pass writes its number into every row that it sees,
// once a day: a list of all ids would cost as much, and would have to survive a kill. A version with a time more than a
// day ahead is a fault of the CRM: the next one replaces it, or the deal would never change again.
const writing = `with page as materialized (
    select r.*, o.user_id as owner_user_id, $6::jsonb ->> r.industry_value as industry_id,
      k.id as known_id, f.id as former_id, f.created_at as former_at,
      coalesce(k.changed_at > r.changed_at and k.changed_at < $4::timestamptz + interval '1 day', false) as is_older,
      (k.amount::text, k.owner_user_id, k.industry_id, ${columnsOf('k')}) is distinct from
        (r.amount::text, o.user_id, $6::jsonb ->> r.industry_value, ${columnsOf('r')}) as differs,
      k.pass is distinct from $5::integer as is_unmarked
    from jsonb_to_recordset($3::jsonb) as r (id text, external_id text,
      ${columns.map(([column, type]) => `${column} ${type}`).join(', ')})
    left join lateral (select d.* from crm_deal d
      where ${dealByKey('r.external_id')}) k on true
    left join lateral (select g.id, g.created_at from crm_former_deal g
      where g.tenant_id = $1 and g.connection_id = $2 and g.external_id = r.external_id limit 1) f on true
    left join lateral (select w.user_id from crm_owner w
      where w.tenant_id = $1 and w.connection_id = $2 and w.external_id = r.owner_id limit 1) o on true
  ), written as (
    insert into crm_deal (tenant_id, id, connection_id, external_id, ${names.join(', ')}, industry_id,
      owner_user_id, synced_at, created_at, pass)
    select $1, coalesce(p.former_id, p.id), $2, p.external_id, ${columnsOf('p')}, p.industry_id,
      p.owner_user_id, $4::timestamptz, coalesce(p.former_at, $4::timestamptz), $5::integer
    from page p where (p.differs or $7 and p.is_unmarked) and not p.is_older
    on conflict (tenant_id, connection_id, external_id) do update set ${excluded}
    returning external_id, id
  )
  select w.external_id, w.id as written_id, null as known_id, null as former_id, false as is_older,
    false as differs
  from written w
  union all
  select p.external_id, null, p.known_id, p.former_id, p.is_older, p.differs from page p`;

const returning = `delete from crm_former_deal f
  where f.tenant_id = $1 and f.connection_id = $2 and f.external_id = any ($3::text[])`;

// `synced_at` stays: nobody knows whether the stored values of a deal that cannot be read are still right.
const marking = `update crm_deal d set pass = $3
  where d.tenant_id = $1 and d.connection_id = $2 and d.external_id = any ($4::text[]) and d.pass <> $3`;

export type DealsToWrite = {
  connectionId: string;
  deals: readonly SourceDeal[];
  /** The catalog entry for each value of the industry field. */
  industries: Readonly<Record<string, string>>;
  pass: number;
  isFull: boolean;
  now: Date;
};

export type DealsWritten = {
  byExternalId: Map<string, WrittenDeal>;
  inserted: number;
  updated: number;
};

/**
 * Writes the deals of a page that are new or differ from the stored ones. A deal that comes back gets its
 * former id.
 */
export async function writeDeals(
  db: TeamDb,
  { connectionId, deals, industries, pass, isFull, now }: DealsToWrite,
): Promise<DealsWritten> {
  const result: DealsWritten = { byExternalId: new Map(), inserted: 0, updated: 0 };
  if (deals.length === 0) return result;
  const records = JSON.stringify(deals.map((deal) => rowOf(deal, now)));
  const params = [connectionId, records, now, pass, JSON.stringify(industries), isFull];
  const rows = await db.writeRows<Row>(writing, params);
  const writtenIds = new Map<string, string>();
  const back: string[] = [];
  // The rows that were written come first.
  for (const { external_id, written_id, known_id, former_id, is_older, differs } of rows) {
    if (written_id !== null) {
      writtenIds.set(external_id, written_id);
      continue;
    }
    const id = known_id ?? writtenIds.get(external_id);
    if (id === undefined) throw new Error('A deal of the page was not stored');
    result.byExternalId.set(external_id, { id, isCurrent: !is_older });
    if (known_id === null) result.inserted += 1;
    else if (differs && !is_older) result.updated += 1;
    if (known_id === null && former_id !== null) back.push(external_id);
  }
  if (back.length > 0) await db.write(returning, [connectionId, back]);
  return result;
}

function rowOf(deal: SourceDeal, now: Date) {
  return {
    id: newId('deal', now),
    external_id: deal.externalId,
    ...Object.fromEntries(columns.map(([column, , key]) => [column, deal[key]])),
  };
}

/**
 * Notes that a full pass has seen deals of which it writes nothing: older versions, and deals that were set
 * aside.
 */
export async function markDeals(
  db: TeamDb,
  connectionId: string,
  seen: { externalIds: readonly string[]; pass: number },
): Promise<void> {
  if (seen.externalIds.length === 0) return;
  await db.write(marking, [connectionId, seen.pass, seen.externalIds]);
}
