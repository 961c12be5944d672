import type { Scope } from './scopes.ts';

/** What a request may see of people; the team's switches (spec, general rule 7). */
type Privacy = { memberDetailEnabled: boolean; leaderboardEnabled: boolean };

export type KeyActor = {
  kind: 'key';
  tenantId: string;
  keyId: string;
  keyPrefix: string;
  /** Stays the same when a key is rotated; idempotency records belong to it (D88). */
  lineageId: string;
  /** The member who created the key; what that person may do now is asked when needed (D42). */
  createdBy: string;
  scopes: readonly Scope[];
  plan: string;
  rateLimitPerMin: number;
  privacy: Privacy;
};

export type Role = 'owner' | 'admin' | 'member';

/** A person in the app, as the member of the team in which the person works now. */
export type UserActor = {
  kind: 'user';
  tenantId: string;
  personId: string;
  memberId: string;
  role: Role;
  /** What the owner has granted beside the role, such as `schnittstellen`. */
  rights: readonly string[];
  plan: string;
  teamStatus: 'active' | 'suspended' | 'ended';
  privacy: Privacy;
};

/** The operator's command line and the product's own jobs. */
type SystemActor = { kind: 'system'; tenantId: string; privacy: Privacy };

export type Actor = KeyActor | UserActor | SystemActor;
