import { AppError } from '../shared/app-errors.ts';
import type { UserActor } from './actor.ts';
import type { Session } from './session.ts';

/**
 * Who has a right of the app. A right of a member is also one of admins, and so on to the owner.
 * `interfaces` are the admins to whom the owner has granted `schnittstellen`. `service` is the product's
 * own backend with its token. It has none of the rights of people.
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

type Requirement = {
  who: Who;
  /** The person must have shown a password or a passkey within the last ten minutes. */
  freshProof?: true;
};

/** Who may do what in the app. A procedure that names none of these rights does not compile. */
export const rights = {
  visit: { who: 'anyone' },

  use_own_account: { who: 'signed_in' },
  change_own_access: { who: 'signed_in', freshProof: true },
  export_own_data: { who: 'signed_in', freshProof: true },

  see_team: { who: 'member' },
  see_catalog: { who: 'member' },
  see_own_cases: { who: 'member' },
  change_own_cases: { who: 'member' },
  see_own_work: { who: 'member' },
  // A member to whom nothing was offered is told so.
  accept_ownership: { who: 'member', freshProof: true },

  change_team: { who: 'admin' },
  see_members: { who: 'admin' },
  invite_members: { who: 'admin' },
  change_members: { who: 'admin', freshProof: true },
  see_assignments: { who: 'admin' },
  change_assignments: { who: 'admin' },
  see_trainings: { who: 'admin' },
  see_cases: { who: 'admin' },
  change_cases: { who: 'admin' },
  arrange_catalog: { who: 'admin' },
  see_policies: { who: 'admin' },
  change_policies: { who: 'admin' },
  see_analytics: { who: 'admin' },
  see_crm: { who: 'admin' },
  see_audit_log: { who: 'admin' },

  see_request_log: { who: 'interfaces' },
  see_api_keys: { who: 'interfaces' },
  change_api_keys: { who: 'interfaces' },
  make_api_keys: { who: 'interfaces', freshProof: true },
  see_webhooks: { who: 'interfaces' },
  change_webhooks: { who: 'interfaces' },
  make_webhook_secrets: { who: 'interfaces', freshProof: true },

  change_privacy: { who: 'owner', freshProof: true },
  preview_privacy: { who: 'owner' },
  grant_rights: { who: 'owner', freshProof: true },
  see_former_members: { who: 'owner' },
  erase_members: { who: 'owner', freshProof: true },
  offer_ownership: { who: 'owner', freshProof: true },
  withdraw_ownership: { who: 'owner' },

  use_api_key: { who: 'api_key' },
  take_in_trainings: { who: 'service' },
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

export const FRESH_MS = 10 * 60_000;

export type ProcedureRight = {
  right: Right;
  type: 'query' | 'mutation' | 'subscription';
  now: Date;
};

/** Throws what the caller lacks: first a session, then the right, then a fresh proof. */
export function requireRight(session: Session | 'service' | null, asked: ProcedureRight): void {
  const { who, freshProof }: Requirement = rights[asked.right];
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
  if (freshProof && !isFresh(session, asked.now)) throw new AppError('fresh_proof_required');
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
