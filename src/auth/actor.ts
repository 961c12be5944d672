import type { TeamMark } from '../db/marks.ts';
import type { Privacy } from './privacy.ts';
import type { Scope } from './scopes.ts';

export type KeyActor = {
  kind: 'key';
  tenantId: string;
  /** The team whose member made the key: for a key of a sandbox, the team of the sandbox. */
  homeTenantId: string;
  /** Up to where the team has written, if there are replicas that may answer. */
  mark?: TeamMark | undefined;
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
  /** The team of which the person is a member: in a sandbox, the team of the sandbox. */
  homeTenantId: string;
  /** Up to where the team has written, if there are replicas that may answer. */
  mark?: TeamMark | undefined;
  personId: string;
  memberId: string;
  role: Role;
  /** The rights beside the role that the owner has granted, such as `schnittstellen`. */
  rights: readonly string[];
  /** The person has shown a password or a passkey within the last ten minutes. */
  hasFreshProof: boolean;
  plan: string;
  teamStatus: 'active' | 'suspended' | 'ended';
  privacy: Privacy;
  /** What the switches of the home team hide of its members. */
  homePrivacy: Privacy;
};

/** The product's own backend, with its token, on the team that a call names. */
export type ServiceActor = { kind: 'service'; tenantId: string; privacy: Privacy };

/** The operator's command line and the product's own jobs. */
type SystemActor = { kind: 'system'; tenantId: string; privacy: Privacy };

export type Actor = KeyActor | UserActor | ServiceActor | SystemActor;
