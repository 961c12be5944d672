import type { z } from 'zod';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { SecurityPage, securityLogInput } from './security-log.schema.ts';

/** What happened to the person's account, newest first. */
export async function listSecurity(
  { prisma, session }: PersonVisit,
  { cursor, limit }: z.output<typeof securityLogInput>,
): Promise<SecurityPage> {
  const mine = { person_id: session.personId };
  if (
    cursor !== undefined &&
    !(await prisma.securityLog.count({ where: { ...mine, id: cursor } }))
  ) {
    throw new ApiError('validation_error', { field: 'cursor', detail: 'No cursor of this list.' });
  }
  const rows = await prisma.securityLog.findMany({
    // An id begins with the time of its row, so the order of ids is the order of times.
    where: { ...mine, ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const data = rows.slice(0, limit).map(({ id, kind, created_at, ip, user_agent, details }) => ({
    id,
    kind,
    ip,
    user_agent,
    at: created_at.toISOString(),
    details: (details ?? {}) as Record<string, string>,
  }));
  return { data, next_cursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}
