import type { SetAside } from '../../../crm/connector.ts';
import { CrmFailure } from '../../../crm/crm-failure.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import type { Run } from './progress.ts';
import type { NoteHere } from './write-objections.ts';

/** So many whole texts are read in one run, because each is a request of the customer's quota. */
const MOST_IN_RUN = 200;
/** So many whole texts are stored together. */
const PIECE = 20;
/** After so many failed tries, the note is set aside until its page is read again. */
const MOST_TRIES = 3;

// A text was read for a version of the note: its last change, and those of its deals that were stored.
const isSame = '(l.changed_at, l.deal_ids) = (excluded.changed_at, excluded.deal_ids)';
const keeping = `with kept as (
    insert into crm_long_note as l (tenant_id, connection_id, note_id, changed_at, deal_ids, pass)
    select $1, $2, n.note_id, n.changed_at, n.deal_ids, $4::integer
    from jsonb_to_recordset($3::jsonb) as n (note_id text, changed_at timestamptz(3), deal_ids text[])
    on conflict (tenant_id, connection_id, note_id) do update set changed_at = excluded.changed_at,
      deal_ids = excluded.deal_ids, pass = excluded.pass,
      read_at = case when ${isSame} and l.tries < ${MOST_TRIES} then l.read_at end,
      tries = case when ${isSame} then least(l.tries, ${MOST_TRIES - 1}) else 0 end
    returning l.note_id, l.read_at
  )
  select k.note_id from kept k where k.read_at is not null`;

const forgetting = `delete from crm_long_note l
  where l.tenant_id = $1 and l.connection_id = $2 and l.note_id = any ($3::text[])`;

/** Whether the whole text of a note must be read. Of a note without a stored deal, nobody reads it. */
const isLong = ({ isCut, dealsHere }: NoteHere): boolean => isCut === true && dealsHere.length > 0;

/** Notes which notes of a page are cut, and returns those whose whole text was read before (P835). */
export async function keepLongNotes(
  db: TeamDb,
  connectionId: string,
  { notes, gone, pass }: { notes: readonly NoteHere[]; gone: readonly string[]; pass: number },
): Promise<Set<string>> {
  // Otherwise a text that is still to be read would bring back the deals that the note had before.
  const others = notes.filter((note) => !isLong(note)).map(({ externalId }) => externalId);
  const forgotten = [...gone, ...others];
  if (forgotten.length > 0) await db.write(forgetting, [connectionId, forgotten]);
  const long = notes.filter(isLong).map(({ externalId, changedAt, dealsHere }) => ({
    note_id: externalId,
    changed_at: changedAt,
    deal_ids: dealsHere.toSorted(),
  }));
  if (long.length === 0) return new Set();
  const values = [connectionId, JSON.stringify(long), pass];
  const existing = await db.writeRows<{ note_id: string }>(keeping, values);
  return new Set(existing.map(({ note_id }) => note_id));
}

type LongNote = { note_id: string; changed_at: Date; deal_ids: string[]; tries: number };

const finding = `select l.note_id, l.changed_at, l.tries, array(
      select d.id from crm_deal d where d.tenant_id = $1 and d.id = any (l.deal_ids)) as deal_ids
  from crm_long_note l
  where l.tenant_id = $1 and l.connection_id = $2 and l.read_at is null
  order by l.tries, l.note_id
  limit least(${PIECE}, greatest(0, ${MOST_IN_RUN} - (select count(*) from crm_long_note r
    where r.tenant_id = $1 and r.connection_id = $2 and r.read_at >= $3)))`;

/** The next notes whose whole text is still to be read in this run. */
export function findLongNotes(db: TeamDb, connectionId: string, run: Run): Promise<LongNote[]> {
  return db.rows<LongNote>(finding, [connectionId, run.started_at]);
}

/** What was read of a piece. */
export type WholeNotes = {
  notes: NoteHere[];
  /** The notes that are gone, or that these credentials may not see. What is known of them stays. */
  hidden: string[];
  /** The note whose text could not be read. Nothing was read after it. */
  failed: LongNote | null;
  /** Why nothing more can be read now: the quota is used up, the sign-in is lost, or the worker stops. */
  end: unknown;
};

type WholeText = (id: string) => Promise<string | null>;

/**
 * Reads the whole texts of a piece. A text that cannot be read does not end the run: it is tried in the next ones.
 * Whatever happens, what was read before counts, so that no request is sent twice.
 */
export async function readWhole(long: readonly LongNote[], ask: WholeText): Promise<WholeNotes> {
  const read: WholeNotes = { notes: [], hidden: [], failed: null, end: null };
  for (const note of long) {
    const { note_id: externalId, changed_at: changedAt, deal_ids: dealsHere } = note;
    try {
      const body = await ask(externalId);
      if (body === null) read.hidden.push(externalId);
      else read.notes.push({ externalId, changedAt, dealsHere, body });
    } catch (error) {
      const isOfNote = error instanceof CrmFailure && error.reason !== 'auth';
      return { ...read, ...(isOfNote ? { failed: note } : { end: error }) };
    }
  }
  return read;
}

const noting = `update crm_long_note l set tries = l.tries + (l.note_id = $4)::integer,
    deal_ids = array(select d.id from crm_deal d
      where d.tenant_id = $1 and d.id = any (l.deal_ids) order by d.id),
    read_at = case when l.note_id = $4 and l.tries + 1 < ${MOST_TRIES} then null else $5::timestamptz end
  where l.tenant_id = $1 and l.connection_id = $2 and l.note_id = any ($3::text[])`;

/** Notes what was read of a piece. Returns the note that is set aside, because no try could read it. */
export async function noteWhole(
  db: TeamDb,
  connectionId: string,
  { read: { notes, hidden, failed }, now }: { read: WholeNotes; now: Date },
): Promise<SetAside[]> {
  const ids = [...notes.map(({ externalId }) => externalId), ...hidden];
  const failedId = failed?.note_id ?? '';
  await db.write(noting, [connectionId, [...ids, failedId], failedId, now]);
  if (failed === null || failed.tries + 1 < MOST_TRIES) return [];
  return [{ externalId: failed.note_id, field: 'body' }];
}
