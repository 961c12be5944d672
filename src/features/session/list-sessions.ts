import { livingAt, MAX_SESSIONS } from '../../auth/session.ts';
import type { PersonVisit } from '../../operation/call.ts';
import type { SessionList } from './session.schema.ts';

/** The sessions of the person, the last used first. */
export async function listSessions({ prisma, session, now }: PersonVisit): Promise<SessionList> {
  const rows = await prisma.session.findMany({
    where: { person_id: session.personId, ...livingAt(now) },
    select: { id: true, created_at: true, last_seen_at: true, ip: true, user_agent: true },
    orderBy: [{ last_seen_at: 'desc' }, { id: 'asc' }],
    take: MAX_SESSIONS,
  });
  return {
    data: rows.map((row) => ({
      ...row,
      is_current: row.id === session.id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    })),
  };
}
