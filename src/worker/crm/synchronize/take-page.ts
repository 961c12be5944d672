import type { CrmStream, SetAside, SourcePage } from '../../../crm/connector.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import { addOwners } from '../../../features/crm/owners.ts';
import { type CheckedPage, checkPage } from './check-page.ts';
import type { ClaimedConnection, ObjectionsOfPage } from './claimed-connection.ts';
import { keepLongNotes, noteWhole, type WholeNotes } from './long-notes.ts';
import type { Cursor, Run } from './progress.ts';
import { removeDeals } from './remove-deals.ts';
import { markDeals, writeDeals } from './write-deals.ts';
import {
  objectionsOfDeals,
  objectionsOfNotes,
  withDealsHere,
  writeObjections,
} from './write-objections.ts';

type PageContext = {
  /** Gives the objections in a text of the page. */
  find: ObjectionsOfPage;
  claimed: ClaimedConnection;
  industries: Readonly<Record<string, string>>;
  /** The external ids of the owners that have a row. The set grows. */
  owners: Set<string>;
};

/** So many are kept of each run, to tell which of them were read later. */
const MOST_KEPT = 1000;

/** The greatest number that the column can store. */
const MOST_EXPECTED = 2 ** 31 - 1;

/** Checks a page, and counts it in the run. */
export function countPage(
  page: SourcePage,
  { claimed, cursor, run }: { claimed: ClaimedConnection; cursor: Cursor; run: Run },
): CheckedPage {
  const checked = checkPage(page, claimed.settings.pipelines);
  run.stream = cursor.stream;
  run.pages += 1;
  // `records` already counts the records of this stream before the page. The number that the provider has
  // given for another stream does not count here.
  if (cursor.after === null)
    run.expected =
      page.expected === undefined ? null : Math.min(run.records + page.expected, MOST_EXPECTED);
  run.records += page.records.length;
  countSetAside(run, checked.setAside, cursor.stream);
  if (checked.setAside.some(({ externalId }) => externalId === null)) cursor.is_blind = true;
  return checked;
}

function countSetAside(run: Run, setAside: readonly SetAside[], stream: CrmStream): void {
  run.set_aside += setAside.length;
  run.set_aside_records.push(...setAside.map((record) => ({ ...record, stream })));
  run.set_aside_records.splice(MOST_KEPT);
}

type PageWork = { page: CheckedPage; cursor: Cursor; run: Run; now: Date };

/** Writes the records of a page. */
export async function writePage(db: TeamDb, context: PageContext, work: PageWork): Promise<void> {
  if (work.cursor.stream === 'deals') await writeDealPage(db, context, work);
  else await writeNotePage(db, context, work);
  const { page, cursor, now } = work;
  const whole = page.notes.filter(({ isCut }) => !isCut);
  const read = [...page.deals, ...whole].map(({ externalId }) => externalId);
  const ids = [...read, ...page.gone];
  await noteReadAgain(db, context, { stream: cursor.stream, ids, now });
}

/** Writes what was read of a piece of the notes that are cut. */
export async function writeWhole(
  db: TeamDb,
  context: PageContext,
  { read, cursor, run, now }: { read: WholeNotes; cursor: Cursor; run: Run; now: Date },
): Promise<void> {
  const { claimed, find } = context;
  const { stream, pass } = cursor;
  const objections = objectionsOfNotes(read.notes, { gone: [], existing: new Set(), find });
  run.objections += await writeObjections(db, claimed.id, { objections, pass, now });
  countSetAside(run, await noteWhole(db, claimed.id, { read, now }), stream);
  const ids = read.notes.map(({ externalId }) => externalId);
  await noteReadAgain(db, context, { stream, ids, now });
}

/** So many runs are looked at. Each may name a thousand records, and every page looks at them. */
const MOST_RUNS = 100;

// Older runs do not count: a full pass has read everything since.
const notingRead = `update crm_sync_run r
  set set_aside_records = (
    select jsonb_agg(case when e ->> 'stream' = $3 and e ->> 'externalId' = any ($4::text[])
      then e || '{"isRead": true}' else e end order by place)
    from jsonb_array_elements(r.set_aside_records) with ordinality as a (e, place))
  where r.tenant_id = $1 and r.id = any (array(
      select g.id from crm_sync_run g
      where g.tenant_id = $1 and g.connection_id = $2 and g.set_aside > 0
        and g.started_at > $5::timestamptz - interval '2 days'
      order by g.started_at desc limit ${MOST_RUNS}))
    and exists (select from jsonb_array_elements(r.set_aside_records) as e
      where e ->> 'stream' = $3 and e ->> 'externalId' = any ($4::text[]))`;

/** Notes in earlier runs which of the records that could not be read were read by now, or are gone. */
async function noteReadAgain(
  db: TeamDb,
  { claimed }: PageContext,
  { stream, ids, now }: { stream: CrmStream; ids: readonly string[]; now: Date },
): Promise<void> {
  if (ids.length > 0) await db.write(notingRead, [claimed.id, stream, ids, now]);
}

async function writeDealPage(
  db: TeamDb,
  { find, claimed, industries, owners }: PageContext,
  { page, cursor, run, now }: PageWork,
): Promise<void> {
  const { pass } = cursor;
  const ids = new Set(page.deals.flatMap(({ ownerId }) => ownerId ?? []));
  await addOwners(db, claimed.id, { ids: [...ids].filter((id) => !owners.has(id)), now });
  const written = await writeDeals(db, {
    connectionId: claimed.id,
    deals: page.deals,
    industries,
    pass,
    isFull: cursor.is_full,
    now,
  });
  const objections = objectionsOfDeals(page.deals, written.byExternalId, find);
  run.inserted += written.inserted;
  run.updated += written.updated;
  run.objections += await writeObjections(db, claimed.id, { objections, pass, now });
  await removeDeals(db, claimed.id, { externalIds: page.gone, run, now });
  if (!cursor.is_full) return;
  const older = page.deals.filter(({ externalId: id }) => !written.byExternalId.get(id)?.isCurrent);
  const externalIds = [...older, ...page.setAside].flatMap(({ externalId }) => externalId ?? []);
  await markDeals(db, claimed.id, { externalIds, pass });
}

async function writeNotePage(
  db: TeamDb,
  { find, claimed }: PageContext,
  { page, cursor, run, now }: PageWork,
): Promise<void> {
  const { pass } = cursor;
  const { gone } = page;
  const notes = await withDealsHere(db, claimed.id, page.notes);
  const existing = await keepLongNotes(db, claimed.id, { notes, gone, pass });
  const objections = objectionsOfNotes(notes, { gone, existing, find });
  run.objections += await writeObjections(db, claimed.id, { objections, pass, now });
  if (!cursor.is_full) return;
  const ids = page.setAside.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length > 0) await db.write(markingNotes, [claimed.id, pass, ids]);
}

const markingNotes = `update crm_objection o set pass = $3
  where o.tenant_id = $1 and o.connection_id = $2 and o.source = 'note' and o.source_id = any ($4::text[])`;
