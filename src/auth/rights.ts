import { AppError } from '../shared/app-errors.ts';
import { MINUTE_MS } from '../shared/durations.ts';
import type { Actor, UserActor } from './actor.ts';
import type { Session } from './session.ts';

/**
 * Who has a right of the app. From `anyone` on, each of these people has the rights of those
 * before. `interfaces` are the owner and the admins to whom the owner has granted `schnittstellen`.
 * `service` is the product's own backend with its token. It has none of the rights of people.
 */
type Who =
  | 'api_key'
  | 'service'
  | 'anyone'
  | 'signed_in'
  | 'member'
  | 'admin'
  | 'interfaces'
  | 'owner';

/** Why a right asks for no fresh proof of the person. docs/app.md says it in words. */
type WithoutProof = 'reads' | 'work' | 'invites' | 'own' | 'entry' | 'program';

type Requirement = {
  who: Who;
  /** `fresh`: the person must have shown a password or a passkey within the last ten minutes. */
  proof: 'fresh' | WithoutProof;
};

/**
 * Who may do what in the app. A procedure without one of these rights does not compile, and neither
 * does a right that says nothing of the proof.
 */
export const rights = {
  visit: { who: 'anyone', proof: 'entry' },

  use_own_account: { who: 'signed_in', proof: 'own' },
  change_own_access: { who: 'signed_in', proof: 'fresh' },
  export_own_data: { who: 'signed_in', proof: 'fresh' },

  see_team: { who: 'member', proof: 'reads' },
  see_catalog: { who: 'member', proof: 'reads' },
  see_own_cases: { who: 'member', proof: 'reads' },
  change_own_cases: { who: 'member', proof: 'own' },
  see_own_work: { who: 'member', proof: 'reads' },
  // Any member may try. A member to whom the team was not offered is told so.
  accept_ownership: { who: 'member', proof: 'fresh' },

  change_team: { who: 'admin', proof: 'work' },
  see_members: { who: 'admin', proof: 'reads' },
  invite_members: { who: 'admin', proof: 'invites' },
  change_members: { who: 'admin', proof: 'fresh' },
  see_assignments: { who: 'admin', proof: 'reads' },
  change_assignments: { who: 'admin', proof: 'work' },
  see_trainings: { who: 'admin', proof: 'reads' },
  see_cases: { who: 'admin', proof: 'reads' },
  change_cases: { who: 'admin', proof: 'work' },
  arrange_catalog: { who: 'admin', proof: 'work' },
  see_policies: { who: 'admin', proof: 'reads' },
  change_policies: { who: 'admin', proof: 'work' },
  see_analytics: { who: 'admin', proof: 'reads' },
  see_crm: { who: 'admin', proof: 'reads' },
  see_audit_log: { who: 'admin', proof: 'reads' },
  export_audit_log: { who: 'admin', proof: 'fresh' },

  see_request_log: { who: 'interfaces', proof: 'reads' },
  export_request_log: { who: 'interfaces', proof: 'fresh' },
  see_api_keys: { who: 'interfaces', proof: 'reads' },
  change_api_keys: { who: 'interfaces', proof: 'work' },
  make_api_keys: { who: 'interfaces', proof: 'fresh' },
  end_api_keys: { who: 'interfaces', proof: 'fresh' },
  see_webhooks: { who: 'interfaces', proof: 'reads' },
  change_webhooks: { who: 'interfaces', proof: 'work' },
  make_webhook_secrets: { who: 'interfaces', proof: 'fresh' },
  remove_webhooks: { who: 'interfaces', proof: 'fresh' },

  change_privacy: { who: 'owner', proof: 'fresh' },
  preview_privacy: { who: 'owner', proof: 'reads' },
  grant_rights: { who: 'owner', proof: 'fresh' },
  see_former_members: { who: 'owner', proof: 'reads' },
  erase_members: { who: 'owner', proof: 'fresh' },
  offer_ownership: { who: 'owner', proof: 'fresh' },
  withdraw_ownership: { who: 'owner', proof: 'work' },

  use_api_key: { who: 'api_key', proof: 'program' },
  take_in_trainings: { who: 'service', proof: 'program' },
} as const satisfies Record<string, Requirement>;

export type Right = keyof typeof rights;

/** The rights of some of these people. */
export type RightOf<W extends Who> = {
  [R in Right]: (typeof rights)[R]['who'] extends W ? R : never;
}[Right];

export type TeamWho = 'member' | 'admin' | 'interfaces' | 'owner';

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

/** Throws what the caller lacks: first a session, then the right, then a fresh proof. */
export function requireRight(session: Session | 'service' | null, asked: ProcedureRight): void {
  const { who, proof }: Requirement = rights[asked.right];
  if (who === 'service' || session === 'service') {
    if (who === session) return;
    const detail =
      session === 'service'
        ? 'A service token is for the intake of trainings alone.'
        : "Only the product's own backend may use this.";
    throw new AppError('forbidden', detail);
  }
  if (who === 'anyone') return;
  if (who === 'api_key') throw new AppError('forbidden', 'Only an API key may use this.');
  if (!session) throw new AppError('not_signed_in');
  if (who !== 'signed_in') requireInTeam(session.actor, who, asked.type);
  if (proof === 'fresh' && !isFresh(session, asked.now)) throw new AppError('fresh_proof_required');
}

/** For a call of a right without it, if it does more than its right says. Only people can show one. */
export function requireFreshProof(actor: Actor): void {
  if (actor.kind === 'user' && !actor.hasFreshProof) throw new AppError('fresh_proof_required');
}

export function isFresh({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() < FRESH_MS;
}

function requireInTeam(actor: UserActor | null, who: TeamWho, type: ProcedureRight['type']): void {
  if (!actor) throw new AppError('no_team');
  if (actor.teamStatus === 'ended') throw new AppError('team_ended');
  if (!isOneOf(actor, who)) throw new AppError('forbidden', `This is for ${namesOf[who]}.`);
  if (actor.teamStatus === 'suspended' && (type !== 'query' || actor.role === 'member')) {
    throw new AppError('team_suspended', 'The owner and admins may still read.');
  }
  if (who === 'interfaces' && actor.plan === 'free') throw new AppError('not_included');
}

function isOneOf({ role, rights: granted }: UserActor, who: TeamWho): boolean {
  switch (who) {
    case 'member':
      return true;
    case 'admin':
      return role !== 'member';
    case 'interfaces':
      return role === 'owner' || (role === 'admin' && granted.includes('schnittstellen'));
    case 'owner':
      return role === 'owner';
  }
}
