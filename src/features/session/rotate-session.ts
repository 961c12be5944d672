import { standingOf } from '../../auth/session.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Team } from './list-teams.ts';

type Changes =
  /** `endsFormer`: what others may have copied ends at once. */
  { proved: true; endsFormer?: true } | { team: Team } | { endsFormer: true };

/**
 * Gives the session a new token when its rights grow, so that a token stolen before does not get
 * them. The former token is valid for a moment, for running requests, and is no fresh proof. What ends other
 * sessions ends the former token at once.
 */
export async function rotateSession(
  { session, browser, now }: PersonVisit,
  prisma: PeoplePrisma,
  changes: Changes,
): Promise<() => void> {
  const token = newToken();
  const former = hashToken(browser.session ?? '');
  const { count } = await prisma.session.updateMany({
    where: { id: session.id, token_hash: former },
    data: {
      token_hash: hashToken(token),
      ...('endsFormer' in changes
        ? { previous_hash: null, rotated_at: null }
        : { previous_hash: former, rotated_at: now }),
      ...('proved' in changes ? { proved_at: now, proved_as: standingOf(session.actor) } : {}),
      ...('team' in changes
        ? {
            active_tenant_id: changes.team.tenantId,
            // A proof of before would count for what the person has become there since.
            proved_at: null,
            proved_as: standingOf(changes.team),
          }
        : {}),
    },
  });
  if (count === 0) {
    throw new ApiError('conflict', { detail: 'The session has just been changed; try again.' });
  }
  return () => browser.keepSession(token);
}
