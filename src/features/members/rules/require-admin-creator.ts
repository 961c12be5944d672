import type { TeamDb } from '../../../db/team-db.ts';
import type { Call } from '../../../operation/call.ts';
import { AppError } from '../../../shared/errors/app-errors.ts';
import { ApiError } from '../../../shared/errors/errors.ts';

/**
 * Granting or revoking the role `admin` needs a key whose creator is the owner or an active admin
 * at the time of the request (spec, Members 3; D42). The problem names no scope, because none is
 * missing (D43). In the app the person's own role was checked before (`change_members` and
 * `isOneOf` in auth/rights.ts).
 */
export async function requireAdminCreator({ db, actor }: Call): Promise<void> {
  if (actor.kind === 'user' && actor.role === 'member') throw new AppError('forbidden');
  if (actor.kind !== 'key') return;
  const isAdmin = (team: TeamDb) =>
    team.row(
      `select m.id from member m
       where m.tenant_id = $1 and m.id = $2 and m.status = 'active' and m.role in ('owner', 'admin')`,
      [actor.createdBy],
    );
  // The keys of a sandbox are made by members of its team, or by the operator for a member of the sandbox.
  const creator = (await isAdmin(db.home)) ?? (db.home === db ? undefined : await isAdmin(db));
  if (!creator) {
    throw new ApiError('insufficient_scope', {
      detail:
        'Granting or revoking the role admin needs a key created by the owner or an active admin.',
    });
  }
}
