import { INVITATIONS_PER_HOUR } from '../../../auth/rate-limits.ts';
import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { HOUR_MS } from '../../../shared/time/durations.ts';

type Oldest = { at: Date };

/**
 * Refuses an invitation above the limit. The API and the app each have this limit (D60). The caller
 * has locked the seats, so two invitations at once are counted one after the other.
 */
export async function requireInvitationLeft(call: Call): Promise<void> {
  const { actor, now } = call;
  if (actor.kind === 'system' || actor.kind === 'operator') return;
  const since = new Date(now.getTime() - HOUR_MS);
  const oldest = await (actor.kind === 'key' ? throughApi(call, since) : throughApp(call, since));
  if (!oldest) return;
  throw new ApiError('rate_limited', {
    because: ['too_many_invitations', INVITATIONS_PER_HOUR],
    limit: INVITATIONS_PER_HOUR,
    limitOf: 'invitations',
    retryAfter: secondsUntilFree(oldest.at, now),
  });
}

/** The seconds until the invitation is an hour old. */
export function secondsUntilFree(invitedAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((invitedAt.getTime() + HOUR_MS - now.getTime()) / 1000));
}

/** Counts all members that `POST /users` has created, also those that were removed (D60). */
function throughApi({ db }: Call, since: Date): Promise<Oldest | undefined> {
  return db.row<Oldest>(
    `select m.created_at as at from member m
     where m.tenant_id = $1 and m.created_through = 'api' and m.created_at > $2
     order by m.created_at desc offset ${INVITATIONS_PER_HOUR - 1} limit 1`,
    [since],
  );
}

/**
 * Counts all members whom the app has invited, and those whom the app has invited again after the
 * API. A member can be invited once in an hour, so each invitation is counted.
 */
function throughApp({ db }: Call, since: Date): Promise<Oldest | undefined> {
  return db.row<Oldest>(
    `select m.invited_at as at from member m
     where m.tenant_id = $1 and m.invited_at > $2
       and (m.created_through = 'app' or m.invited_at > m.created_at)
     order by m.invited_at desc offset ${INVITATIONS_PER_HOUR - 1} limit 1`,
    [since],
  );
}
