import type { Privacy } from './privacy.ts';
import type { Scope } from './scopes.ts';

export type KeyActor = {
  kind: 'key';
  tenantId: string;
  /**
   * The team whose member made the key. For a key of a sandbox, this is the team to which the sandbox
   * belongs.
   */
  homeTenantId: string;
  keyId: string;
  keyPrefix: string;
  /**
   * A key and its rotated successors have the same lineage. Idempotency records belong to the
   * lineage (D88).
   */
  lineageId: string;
  /** The member who created the key. Each request looks up what that member may do now (D42). */
  createdBy: string;
  scopes: readonly Scope[];
  plan: string;
  rateLimitPerMin: number;
  privacy: Privacy;
};

export type Role = 'owner' | 'admin' | 'member';

/** A person in the app, as a member of the team in which the person works now. */
export type UserActor = {
  kind: 'user';
  tenantId: string;
  /**
   * The team of which the person is a member. In a sandbox, this is the team to which the sandbox belongs.
   */
  homeTenantId: string;
  personId: string;
  memberId: string;
  role: Role;
  /** The rights that the owner has granted beside the role, such as `schnittstellen`. */
  rights: readonly string[];
  /** True if the person has shown a password or a passkey within the last ten minutes. */
  hasFreshProof: boolean;
  plan: string;
  teamStatus: 'active' | 'suspended' | 'ended';
  privacy: Privacy;
  /** The privacy switches of the home team, for data about its members. */
  homePrivacy: Privacy;
};

/** The product's own backend, with its token, on the team that a call names. */
export type ServiceActor = { kind: 'service'; tenantId: string; privacy: Privacy };

/** The operator's command line, or the product's own jobs. */
type SystemActor = { kind: 'operator' | 'system'; tenantId: string; privacy: Privacy };

export type Actor = KeyActor | UserActor | ServiceActor | SystemActor;
