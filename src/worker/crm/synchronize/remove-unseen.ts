import { CrmFailure } from '../../../crm/crm-failure.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import type { ClaimedConnection } from './claimed-connection.ts';
import type { Cursor, Run } from './progress.ts';
import { MOST_NAMED, removeDeals } from './remove-deals.ts';

/** How many rows one transaction removes. */
const PIECE = 1_000;
/** This many deals may be removed without a question. */
const ALWAYS = 20;
/** The removal may be larger than the number that a person has confirmed by this factor. */
const CONFIRMED_GROWTH = 1.1;

type Pass = { claimed: ClaimedConnection; cursor: Cursor };

// Deals that this pass itself has inserted are not counted: they say nothing about the deals from before.
const counts = (alias: string) => `count(*) filter (where ${alias}.pass <> $3) as gone,
  count(*) filter (where ${alias}.pass <> $3 or ${alias}.created_at < $4) as of`;
// A deal outside the chosen pipelines is not counted: it is removed because a person has chosen so.
const countingDeals = `select ${counts('d')} from crm_deal d
  where d.tenant_id = $1 and d.connection_id = $2 and coalesce(d.pipeline_id = any ($5::text[]), true)`;
const countingNotes = `select ${counts('o')} from crm_objection o
  where o.tenant_id = $1 and o.connection_id = $2 and o.source = 'note'`;

/** Throws if more than half of the deals would be removed, and no person has confirmed so many. */
export async function requireTrustworthy(db: TeamDb, { claimed, cursor }: Pass): Promise<void> {
  const { id, settings, deletionConfirmed } = claimed;
  const { stream, pass, until: startedAt } = cursor;
  const row =
    stream === 'deals'
      ? await db.row<Counts>(countingDeals, [id, pass, startedAt, settings.pipelines])
      : await db.row<Counts>(countingNotes, [id, pass, startedAt]);
  const { gone = 0, of = 0 } = row ?? {};
  const mayGo = ALWAYS + Math.floor((deletionConfirmed ?? 0) * CONFIRMED_GROWTH);
  if (gone <= mayGo || gone * 2 <= of) return;
  const ofNotes = stream === 'notes' ? { stream } : {};
  throw new CrmFailure('suspicious_deletion', { gone, of, ...ofNotes });
}

type Counts = { gone: number; of: number };

const unseen = `select d.external_id from crm_deal d
  where d.tenant_id = $1 and d.connection_id = $2 and d.pass <> $3`;
// Deals with recent activity come first, because a person recognises them.
const lately = 'order by d.last_activity_at desc nulls last, d.external_id';
const latestUnseen = `${unseen} ${lately} limit ${PIECE}`;
const anyUnseen = `${unseen} limit ${PIECE}`;
const questioned = `${unseen} and coalesce(d.pipeline_id = any ($4::text[]), true) ${lately} limit ${MOST_NAMED}`;

/** The first of the deals that would be removed after a confirmation. */
export async function namesOfUnseen(db: TeamDb, { claimed, cursor }: Pass): Promise<string[]> {
  if (cursor.stream === 'notes') return [];
  const values = [claimed.id, cursor.pass, claimed.settings.pipelines];
  const rows = await db.rows<{ external_id: string }>(questioned, values);
  return rows.map(({ external_id }) => external_id);
}

const removingNotes = `delete from crm_objection o where o.tenant_id = $1 and o.id = any (array(
    select g.id from crm_objection g
    where g.tenant_id = $1 and g.connection_id = $2 and g.source = 'note' and g.pass <> $3 limit ${PIECE}))
  returning o.id`;
const removingLong = `delete from crm_long_note l where l.tenant_id = $1 and l.connection_id = $2
    and l.note_id = any (array(select g.note_id from crm_long_note g
      where g.tenant_id = $1 and g.connection_id = $2 and g.pass <> $3 limit ${PIECE}))
  returning l.note_id`;

/** Removes a piece of the deals that the full pass has not seen. Returns true if none is left. */
export async function removeUnseen(
  db: TeamDb,
  { claimed, cursor }: Pass,
  { run, now }: { run: Run; now: Date },
): Promise<boolean> {
  if (cursor.stream === 'notes') {
    const values = [claimed.id, cursor.pass];
    const notes = await db.writeRows(removingNotes, values);
    const long = await db.writeRows(removingLong, values);
    return notes.length < PIECE && long.length < PIECE;
  }
  const isFirst = run.gone_ids.length === 0;
  const values = [claimed.id, cursor.pass];
  const rows = await db.rows<{ external_id: string }>(isFirst ? latestUnseen : anyUnseen, values);
  const externalIds = rows.map(({ external_id }) => external_id);
  await removeDeals(db, claimed.id, { externalIds, run, now });
  return rows.length < PIECE;
}
