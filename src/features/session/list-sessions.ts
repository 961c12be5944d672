import { LIVING } from '../../auth/session.ts';
import type { PersonVisit } from '../../operation/call.ts';
import type { SessionList } from './session.schema.ts';

type Row = {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  ip: string | null;
  user_agent: string | null;
};

/** The sessions of the person, the last used first. */
export async function listSessions({ db, session, now }: PersonVisit): Promise<SessionList> {
  const rows = await db.rows<Row>(
    `select s.id, s.created_at, s.last_seen_at, s.ip, s.user_agent
     from session s cross join (select $2::timestamptz as now) q
     where s.person_id = $1 and ${LIVING}
     order by s.last_seen_at desc, s.id`,
    [session.personId, now],
  );
  return {
    data: rows.map((row) => ({
      ...row,
      is_current: row.id === session.id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    })),
  };
}
