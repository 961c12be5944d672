import { livingAt, MAX_SESSIONS } from '../../auth/session.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { endCommandLines } from '../command-line/end-command-lines.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { rotateSession } from './rotate-session.ts';
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

/** Ends one of the person's own sessions, on any device. */
export async function revokeSession(visit: PersonVisit, sessionId: string): Promise<Ok> {
  const { session, browser, transaction } = visit;
  const { personId } = session;
  await transaction(async ({ prisma }) => {
    const { count } = await prisma.session.deleteMany({
      where: { id: sessionId, person_id: personId },
    });
    if (count === 0) throw new ApiError('not_found');
    await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
  });
  if (sessionId === session.id) browser.keepSession(null);
  return { ok: true };
}

/**
 * Ends all sessions of the person except this one, and also copies of its token. The command lines
 * of the person end too.
 */
export async function revokeOtherSessions(visit: PersonVisit): Promise<{ revoked: number }> {
  const { session, transaction } = visit;
  const { personId } = session;
  const { revoked, keep } = await transaction(async ({ prisma, lockPerson }) => {
    await lockPerson(personId);
    const { count } = await prisma.session.deleteMany({
      where: { person_id: personId, id: { not: session.id } },
    });
    const ended = await endCommandLines(prisma, personId);
    if (count + ended > 0)
      await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
    const keep = await rotateSession(visit, prisma, { endsFormer: true });
    return { revoked: count, keep };
  });
  keep();
  return { revoked };
}

/** Makes the token invalid, even for somebody who has stolen it. */
export async function signOut(visit: PersonVisit): Promise<Ok> {
  const { session, browser, transaction } = visit;
  await transaction(async ({ prisma }) => {
    await prisma.session.deleteMany({ where: { id: session.id } });
    const { personId } = session;
    await recordSecurity(visit, prisma, { personId, kind: 'signed_out' });
  });
  browser.keepSession(null);
  return { ok: true };
}
