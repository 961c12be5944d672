import type { SourceDeal, SourceNote } from '../../../crm/connector.ts';
import { newId } from '../../../db/ids.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import { storable } from '../../../shared/schema/text.ts';
import type { FoundObjection, ObjectionsOfPage } from './claimed-connection.ts';
import { dealByKey, type WrittenDeal } from './write-deals.ts';

type ObjectionSource = 'lost_reason' | 'field' | 'note';
/**
 * The origin of objections: a field of a deal, or a note. `id` is its external id. `cutAt` has the deals of a note that
 * is cut: objections at them that were not found may be behind the cut, so they stay.
 */
type Origin = { source: ObjectionSource; id: string; cutAt?: readonly string[] };
type Found = Omit<Origin, 'cutAt'> & FoundObjection & { dealId: string };

/**
 * The objections of a page, and all origins on it: an origin without an objection has lost those that are
 * stored.
 */
export type PageObjections = { origins: Origin[]; found: Found[] };

/** Finds the objections in the deals of a page. An older version of a deal is ignored. */
export function objectionsOfDeals(
  deals: readonly SourceDeal[],
  written: ReadonlyMap<string, WrittenDeal>,
  find: ObjectionsOfPage,
): PageObjections {
  const onPage: PageObjections = { origins: [], found: [] };
  for (const { externalId: id, lostReason, objections } of deals) {
    const deal = written.get(id);
    if (!deal?.isCurrent) continue;
    onPage.origins.push({ source: 'lost_reason', id }, { source: 'field', id });
    const read = (source: 'lost_reason' | 'field', body: string): void => {
      for (const one of find({ source, body })) {
        onPage.found.push({ source, id, dealId: deal.id, ...one });
      }
    };
    if (lostReason?.trim()) read('lost_reason', lostReason);
    for (const value of objections) if (value.trim()) read('field', value);
  }
  return onPage;
}

const dealsOfNotes = `select d.external_id, d.id from unnest($3::text[]) as n (external_id)
  cross join lateral (select d.external_id, d.id from crm_deal d
    where ${dealByKey('n.external_id')}) d`;

/** A note, and our ids of those of its deals that are stored. */
export type NoteHere = Pick<SourceNote, 'externalId' | 'body' | 'changedAt' | 'isCut'> & {
  dealsHere: string[];
};

export async function withDealsHere(
  db: TeamDb,
  connectionId: string,
  notes: readonly SourceNote[],
): Promise<NoteHere[]> {
  const requested = [...new Set(notes.flatMap(({ dealIds }) => dealIds))];
  const rows =
    requested.length === 0
      ? []
      : await db.rows<{ external_id: string; id: string }>(dealsOfNotes, [connectionId, requested]);
  const idOf = new Map(rows.map(({ external_id, id }) => [external_id, id]));
  return notes.map((note) => ({
    ...note,
    dealsHere: [...new Set(note.dealIds)].flatMap((deal) => idOf.get(deal) ?? []),
  }));
}

/**
 * Finds the objections in the notes of a page. Each deal of a note gets the objections of the note. `existing` has the
 * notes whose whole text was read before.
 */
export function objectionsOfNotes(
  notes: readonly NoteHere[],
  {
    gone,
    existing,
    find,
  }: { gone: readonly string[]; existing: Set<string>; find: ObjectionsOfPage },
): PageObjections {
  const origins: Origin[] = [
    ...notes.map(
      ({ externalId: id, isCut, dealsHere }): Origin => ({
        source: 'note',
        id,
        ...(isCut && { cutAt: dealsHere }),
      }),
    ),
    ...gone.map((id): Origin => ({ source: 'note', id })),
  ];
  const found = notes.flatMap(({ externalId: id, body, dealsHere }) => {
    // A note is read only if one of its deals is stored.
    const inNote = dealsHere.length > 0 && !existing.has(id) ? find({ source: 'note', body }) : [];
    return dealsHere.flatMap((dealId) =>
      inNote.map((one): Found => ({ source: 'note', id, dealId, ...one })),
    );
  });
  return { origins, found };
}

type Stored = {
  id: string;
  source: string;
  source_id: string;
  deal_id: string;
  category: string;
  text: string;
  lang: string;
  pass: number;
};

// The range and the order allow only the index of sources. Without them PostgreSQL would read all objections
// of the connection for each page, also in a plan for this call alone.
const reading = `select o.* from unnest($3::text[], $4::text[]) as s (source, source_id)
  cross join lateral (
    select o.id, o.source, o.source_id, o.deal_id, o.category, o.text, o.lang, o.pass
    from crm_objection o
    where o.tenant_id = $1 and o.connection_id = $2 and o.source = s.source
      and o.source_id between s.source_id and s.source_id
    order by o.source_id
  ) o`;
const removing = 'delete from crm_objection o where o.tenant_id = $1 and o.id = any ($2::text[])';
// An objection is as old as its row, not as its note: a client that reads new ones from the top would miss one that
// appears in the middle. The statement also marks objections that a full pass sees again, by the key alone.
const storing = `insert into crm_objection (tenant_id, id, deal_id, category, text, lang, created_at,
    connection_id, source, source_id, pass)
  select $1, r.id, r.deal_id, r.category, r.text, r.lang, $4::timestamptz, $2, r.source, r.source_id,
    $5::integer
  from jsonb_to_recordset($3::jsonb) as r (id text, deal_id text, category text, text text, lang text,
    source text, source_id text)
  on conflict (tenant_id, id) do update set pass = excluded.pass`;

/**
 * Replaces the objections that have changed. An objection that is still there keeps its row. Returns how many
 * are new.
 */
export async function writeObjections(
  db: TeamDb,
  connectionId: string,
  { objections, pass, now }: { objections: PageObjections; pass: number; now: Date },
): Promise<number> {
  if (objections.origins.length === 0) return 0;
  const stored = await db.rows<Stored>(reading, [
    connectionId,
    objections.origins.map(({ source }) => source),
    objections.origins.map(({ id }) => id),
  ]);
  const cutAt = new Map(objections.origins.map((origin) => [origin.id, origin.cutAt]));
  const fresh = new Map(objections.found.map(cleaned).map((one) => [keyOf(one), one]));
  const gone: string[] = [];
  const seen: Stored[] = [];
  for (const row of stored) {
    // The objections that remain in `fresh` are new.
    const isKept = fresh.delete(keyOf({ ...row, id: row.source_id, dealId: row.deal_id }));
    if (!isKept && !cutAt.get(row.source_id)?.includes(row.deal_id)) gone.push(row.id);
    else if (row.pass !== pass) seen.push(row);
  }
  if (gone.length > 0) await db.write(removing, [gone]);
  const added = [...fresh.values()].map(({ id: source_id, dealId: deal_id, ...rest }) => ({
    ...rest,
    id: newId('obj', now),
    source_id,
    deal_id,
  }));
  const rows = JSON.stringify([...added, ...seen]);
  if (added.length + seen.length > 0) await db.write(storing, [connectionId, rows, now, pass]);
  return added.length;
}

function cleaned(found: Found): Found {
  return { ...found, text: storable(found.text) };
}

type Key = Omit<Found, 'source'> & { source: string };

function keyOf({ source, id, dealId, category, lang, text }: Key): string {
  return JSON.stringify([source, id, dealId, category, lang, text]);
}
