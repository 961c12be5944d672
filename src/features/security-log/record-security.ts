import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Visit } from '../../operation/call.ts';

type SecurityEvent = 'signed_in' | 'signed_out' | 'sessions_revoked' | 'password_set';

/** Records what happened to an account and from where, in the transaction of the change itself. */
export async function recordSecurity(
  { now, ip, userAgent }: Visit,
  prisma: PeoplePrisma,
  { personId, kind }: { personId: string; kind: SecurityEvent },
): Promise<void> {
  await prisma.securityLog.createMany({
    data: {
      id: newId('sec', now),
      person_id: personId,
      kind,
      created_at: now,
      ip,
      user_agent: userAgent,
    },
  });
}
