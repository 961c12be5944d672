import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { Visit } from '../../operation/call.ts';

/** What can happen to an account. New kinds may be added, so readers must accept unknown ones. */
type SecurityEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sessions_revoked'
  | 'password_set'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'email_change_undone'
  | 'invitation_accepted'
  | 'data_exported'
  | 'sign_in_failed'
  | 'proof_failed'
  | 'reset_requested'
  | 'passkey_added'
  | 'passkey_renamed'
  | 'passkey_removed'
  | 'passkey_used'
  /** A command line was logged in, and works in the name of the person. */
  | 'command_line_confirmed'
  /** The entry for a session whose cookie somebody has copied (auth/renew-tokens.ts). */
  | 'former_token_used'
  /** The counter of the passkey did not grow, so there may be a copy of the authenticator. */
  | 'passkey_refused';

type Recorded = { personId: string; kind: SecurityEvent; details?: Record<string, string> };

/** Records what happened to an account, and from which address, in the transaction of the change. */
export async function recordSecurity(
  { now, ip, userAgent }: Pick<Visit, 'now' | 'ip' | 'userAgent'>,
  prisma: PeoplePrisma,
  { personId, kind, details }: Recorded,
): Promise<void> {
  await prisma.securityLog.createMany({
    data: {
      id: newId('sec', now),
      person_id: personId,
      kind,
      created_at: now,
      ip,
      user_agent: userAgent,
      ...(details ? { details } : {}),
    },
  });
}
