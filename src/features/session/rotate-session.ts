import { standingOf } from '../../auth/session.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { listTeams, type Team } from './list-teams.ts';

type Changes =
  /** `endsFormer`: the former token, which others may have copied, ends at once. */
  { proved: true; endsFormer?: true } | { team: Team } | { endsFormer: true };

/**
 * Gives the session a new token when its rights grow, so that a token stolen before does not get
 * them. The former token stays valid for a moment, for running requests, and does not count as a fresh proof. If
 * this call also ends other sessions, the former token ends at once.
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
            // The person may have got more rights in the other team since the last proof, which must not
            // count for them.
            proved_at: null,
            proved_as: standingOf(changes.team),
          }
        : {}),
    },
  });
  if (count === 0) {
    throw new ApiError('conflict', { because: 'session_just_changed' });
  }
  return () => browser.keepSession(token);
}

/** Switches to another team of the person. The answer is 404 if the person is not an active member there. */
export async function switchTeam(visit: PersonVisit, tenantId: string): Promise<Ok> {
  const { prisma, session } = visit;
  const teams = await listTeams(prisma, session.personId);
  const team = teams.find((one) => one.tenantId === tenantId);
  if (!team) throw new ApiError('not_found');
  const keep = await rotateSession(visit, prisma, { team });
  keep();
  return { ok: true };
}
