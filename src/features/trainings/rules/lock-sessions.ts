import { namesOf, readOf, rowsOf, valuesOf } from '../../../db/columns.ts';
import type { Call } from '../../../operation/call.ts';
import { ERASED_EMAIL } from '../../erasure/replace-names.ts';
import type { StoredSession, StoredTraining } from '../plan-session.ts';
import { type SessionRow, sessionColumns } from '../training-columns.ts';

type Row = SessionRow & {
  made: (Omit<StoredTraining, 'created_at'> & { created_at: string }) | null;
};

export type LockedSession = StoredSession & {
  /** True if this call has inserted the row. */
  isNew: boolean;
};

// `xmax` is 0 if the row was just inserted: no transaction has locked a version of it yet.
const insertSessions = `insert into training_intake as i (tenant_id, ${namesOf(sessionColumns)})
  select $1, ${valuesOf(sessionColumns)} from ${rowsOf(sessionColumns, '$2')}
  order by r.session_id collate "C"
  on conflict (tenant_id, session_id) do update set session_id = excluded.session_id
  returning i.session_id, i.xmax = 0 as is_new`;

/**
 * Inserts the rows of unknown sessions, and locks the rows of known ones until the transaction ends. So calls
 * about the same session wait for each other. The rows are always locked in the same order.
 */
export async function lockSessions(
  { db }: Call,
  rows: readonly SessionRow[],
): Promise<Map<string, LockedSession>> {
  if (rows.length === 0) return new Map();
  const claimed = await db.writeRows<{ session_id: string; is_new: boolean }>(insertSessions, [
    JSON.stringify(rows),
  ]);
  const newIds = new Set(claimed.flatMap((one) => (one.is_new ? [one.session_id] : [])));
  const isNew = ({ session_id }: SessionRow) => newIds.has(session_id);
  const added = rows.filter(isNew).map((row) => ({ ...row, isNew: true, training: null }));
  const stored = await readStored(
    db,
    rows.filter((row) => !isNew(row)),
  );
  const sessions: LockedSession[] = [...added, ...stored];
  return new Map(sessions.map((session) => [session.session_id, session]));
}

/** Reads what was known before this call. Most calls bring only new sessions, and need no read. */
async function readStored(db: Call['db'], rows: readonly SessionRow[]): Promise<LockedSession[]> {
  if (rows.length === 0) return [];
  const evaluated = rows.filter(({ evaluated_with }) => evaluated_with !== null);
  const [, found] = await Promise.all([
    evaluated.length > 0 && db.rows(lockMembers, [evaluated.map(({ session_id }) => session_id)]),
    db.rows<Row>(readSessions, [rows.map(({ session_id }) => session_id)]),
  ]);
  const erased = await findErased(db, found);
  return found.map(({ made, ...row }) => ({
    ...row,
    isNew: false,
    training: made && {
      ...made,
      created_at: new Date(made.created_at),
      is_erased: made.is_erased || erased.has(made.member_id),
    },
  }));
}

/**
 * The members of these sessions whose erasure has begun. Erasures may be on another server than members. The members
 * are locked, so no erasure begins between the two reads.
 */
async function findErased(db: Call['db'], found: readonly Row[]): Promise<Set<string>> {
  const ids = new Set(
    found.flatMap(({ made, evaluated_with }) =>
      made && evaluated_with !== null ? [made.member_id] : [],
    ),
  );
  if (ids.size === 0) return new Set();
  const rows = await db.rows<{ member_id: string }>(readErased, [[...ids]]);
  return new Set(rows.map(({ member_id }) => member_id));
}

/**
 * Locks the members. An erasure waits until this transaction has committed what it writes about its member,
 * and then finds those rows. This statement is sent before the one that looks for erasures.
 */
const lockMembers = `select m.id from member m
  where m.tenant_id = $1 and m.id = any (array(
    select t.member_id from training_intake i
    join training t on t.tenant_id = $1 and t.id = i.training_id
    where i.tenant_id = $1 and i.session_id = any ($2)))
  order by m.id for share`;

export const readErased =
  'select x.member_id from erasure x where x.tenant_id = $1 and x.member_id = any ($2)';

/**
 * The rows are read by a statement of their own, so that it sees what another call has committed before it
 * released the lock.
 */
export const readSessions = `select ${readOf(sessionColumns, 'i')},
    case when t.id is not null then json_build_object('id', t.id, 'status', t.status,
      'member_id', t.member_id, 'user_id', m.user_id, 'assignment_id', t.assignment_id,
      'created_at', t.created_at, 'is_erased', m.email = '${ERASED_EMAIL}', 'score', case when e.training_id is not null then json_build_object(
        'closing', e.closing, 'conversation_control', e.conversation_control,
        'needs_analysis', e.needs_analysis, 'objection_handling', e.objection_handling,
        'value_argument', e.value_argument, 'total', e.total) end) end as made
  from training_intake i
  left join training t on t.tenant_id = $1 and t.id = i.training_id
  left join member m on m.tenant_id = $1 and m.id = t.member_id
  left join evaluation e on e.tenant_id = $1 and e.training_id = i.training_id
  where i.tenant_id = $1 and i.session_id = any ($2)`;
