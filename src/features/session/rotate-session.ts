import { hashToken, newToken } from '../../auth/token.ts';
import type { ControlTransaction } from '../../db/control-db.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

type Changes = { proved?: true; tenantId?: string };

/**
 * Gives the session a new token when its rights grow, so that a token stolen before does not get
 * them. The former token is valid for a moment, for running requests, and is no fresh proof.
 */
export async function rotateSession(
  { session, browser, now }: PersonVisit,
  db: ControlTransaction,
  { proved, tenantId }: Changes,
): Promise<() => void> {
  const token = newToken();
  const rotated = await db.row(
    `update session s set token_hash = $3, previous_hash = s.token_hash, rotated_at = $4,
       proved_at = case when $5 then $4 else s.proved_at end,
       active_tenant_id = coalesce($6, s.active_tenant_id)
     where s.id = $1 and s.token_hash = $2 returning s.id`,
    [
      session.id,
      hashToken(browser.session ?? ''),
      hashToken(token),
      now,
      proved ?? false,
      tenantId ?? null,
    ],
  );
  if (!rotated) {
    throw new ApiError('conflict', { detail: 'The session has just been changed; try again.' });
  }
  return () => browser.keepSession(token);
}
