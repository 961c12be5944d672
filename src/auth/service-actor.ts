import { refuseWhileReset } from '../db/require-settled-sandbox.ts';
import type { TeamDb } from '../db/team-db.ts';
import { AppError } from '../shared/app-errors.ts';
import { ApiError } from '../shared/errors.ts';
import type { ServiceActor } from './actor.ts';
import { Privacy, type PrivacySwitches, privacyColumns } from './privacy.ts';

type Row = { status: string; sandbox_state: string | null } & PrivacySwitches;

/**
 * Reads the actor for the product's backend on the team of this handle. If the team does not exist or has
 * ended, the backend gets the answer to a wrong token. In a suspended team, and in a sandbox that is being
 * reset (P784), it may change nothing.
 */
export async function readServiceActor(db: TeamDb): Promise<ServiceActor> {
  const team = await db.row<Row>(
    `select t.status, t.sandbox_state, ${privacyColumns} from tenant t where t.id = $1`,
  );
  if (!team || team.status === 'ended') throw new ApiError('unauthorized');
  if (team.status === 'suspended') throw new AppError('team_suspended');
  if (team.sandbox_state === 'resetting') refuseWhileReset();
  return { kind: 'service', tenantId: db.tenantId, privacy: Privacy.of(team) };
}
