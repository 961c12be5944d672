import { AppError } from '../shared/errors/app-errors.ts';
import { MINUTE_MS } from '../shared/time/durations.ts';
import type { Actor, UserActor } from './actor.ts';
import {
  isOneOf,
  type Requirement,
  type Right,
  type RightOf,
  rights,
  type TeamWho,
} from './rights.ts';
import type { Session } from './session.ts';

const namesOf: Record<TeamWho, string> = {
  member: 'members of the team',
  admin: 'admins and the owner',
  interfaces: 'the owner, and admins with the right schnittstellen',
  owner: 'the owner',
};

export const FRESH_MS = 10 * MINUTE_MS;

export type ProcedureRight = {
  right: Right;
  type: 'query' | 'mutation' | 'subscription';
  now: Date;
};

/** Callers with a token. Each has its own rights and no others. */
type Program = 'service' | 'command_line';
const ownRights: Record<Program, { has: string; alone: string }> = {
  service: {
    has: 'A service token is for the intake of trainings alone.',
    alone: "Only the product's own backend may use this.",
  },
  command_line: {
    has: 'The token of a command line is for its commands alone.',
    alone: 'Only the command line may use this.',
  },
};
const isProgram = (who: unknown): who is Program => who === 'service' || who === 'command_line';

/** Throws if the caller lacks something: first a session, then the right, then a fresh proof. */
export function requireRight(session: Session | Program | null, required: ProcedureRight): void {
  const { who, proof }: Requirement = rights[required.right];
  if (isProgram(session)) {
    if (who === session) return;
    throw new AppError('forbidden', { detail: ownRights[session].has });
  }
  if (isProgram(who)) throw new AppError('forbidden', { detail: ownRights[who].alone });
  if (who === 'anyone') return;
  if (who === 'api_key')
    throw new AppError('forbidden', { detail: 'Only an API key may use this.' });
  if (!session) throw new AppError('not_signed_in');
  if (who !== 'signed_in') requireInTeam(session.actor, who, required.type);
  if (proof === 'fresh' && !isFresh(session, required.now))
    throw new AppError('fresh_proof_required');
}

/** Requires a fresh proof for a call that does more than its right says. Only people can show a proof. */
export function requireFreshProof(actor: Actor): void {
  if (actor.kind === 'user' && !actor.hasFreshProof) throw new AppError('fresh_proof_required');
}

export function isFresh({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() < FRESH_MS;
}

/**
 * True if the person may call procedures with this right that only read. For answers whose parts need several
 * rights.
 */
export function mayRead(actor: Reader, right: RightOf<TeamWho>): boolean {
  const { who } = rights[right];
  return isOneOf(actor, who) && isIncluded(actor, who);
}

type Reader = Pick<UserActor, 'role' | 'rights' | 'plan'>;

const isIncluded = ({ plan }: Reader, who: TeamWho) => who !== 'interfaces' || plan !== 'free';

function requireInTeam(actor: UserActor | null, who: TeamWho, type: ProcedureRight['type']): void {
  if (!actor) throw new AppError('no_team');
  if (actor.teamStatus === 'ended') throw new AppError('team_ended');
  if (!isOneOf(actor, who))
    throw new AppError('forbidden', { detail: `This is for ${namesOf[who]}.` });
  if (actor.teamStatus === 'suspended' && (type !== 'query' || actor.role === 'member')) {
    throw new AppError('team_suspended', { detail: 'The owner and admins may still read.' });
  }
  if (!isIncluded(actor, who)) throw new AppError('not_included');
}
