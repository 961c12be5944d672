import { scopes as allScopes, type Scope } from '../../src/auth/scopes.ts';
import { newId } from '../../src/db/ids.ts';
import { type Grace, keyFields, type NewKey } from '../../src/features/api-keys/api-keys.schema.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { revokeKey } from '../../src/features/api-keys/revoke-key.ts';
import { rotateKey } from '../../src/features/api-keys/rotate-key.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { createTeam } from '../../src/features/team/create-team.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import type { SetTeamInput } from '../../src/features/team/team.schema.ts';
import type { PrismaCall } from '../../src/operation/call.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import type { TestApi } from './api.ts';
import type { RequestOptions } from './http.ts';
import type { ApiResponse } from './response.ts';

export type KeyOptions = {
  scopes?: readonly Scope[];
  ipRanges?: string[];
  expiresAt?: Date;
  createdBy?: string;
};

export type TeamOptions = KeyOptions & {
  plan?: 'team' | 'enterprise' | 'free';
  status?: 'active' | 'suspended' | 'ended';
  seats?: number;
  rateLimit?: number;
  memberDetail?: boolean;
  leaderboard?: boolean;
};

export type Person = { memberId: string; userId: string; email: string };
export type MemberOptions = { role?: 'member' | 'admin'; email?: string; canManageKeys?: boolean };

let people = 0;

function newEmail(name: string): string {
  people += 1;
  return `${name}-${process.pid}-${people}@example.com`;
}

/** Makes a team with a key of all scopes, unless the options say otherwise. It uses the product's operations. */
export async function makeTeam(api: TestApi, options: TeamOptions = {}): Promise<TestTeam> {
  const { plan = 'team', status, seats, rateLimit, memberDetail, leaderboard } = options;
  const now = api.clock.now();
  const tenantId = newId('ten', now);
  const email = newEmail('owner');
  const made = await asSystem(api.sql, tenantId, now, (call) =>
    createTeam(call, {
      name: 'Team under test',
      owner: email,
      plan: plan === 'free' ? 'team' : plan,
      seats: seats ?? 100,
      // A high limit of the team: tests reach the key's 120 a minute first, unless they ask for the team's limit.
      rate_limit_per_min: rateLimit ?? 600,
    }),
  );
  const owner = { memberId: made.owner_member_id, userId: made.owner_user_id, email };
  const team = new TestTeam(api, tenantId, owner);
  team.useKey(await team.createKey(options));
  const changes: SetTeamInput = {
    ...(plan === 'free' ? { plan } : {}),
    ...(status ? { status } : {}),
    ...(memberDetail === undefined ? {} : { member_detail_enabled: memberDetail }),
    ...(leaderboard === undefined ? {} : { leaderboard_enabled: leaderboard }),
  };
  if (Object.keys(changes).length > 0) await team.set(changes);
  return team;
}

export class TestTeam {
  readonly api: TestApi;
  readonly tenantId: string;
  readonly owner: Person;
  key = '';
  keyId = '';
  keyPrefix = '';

  constructor(api: TestApi, tenantId: string, owner: Person) {
    this.api = api;
    this.tenantId = tenantId;
    this.owner = owner;
  }

  /** Sends a request with the team's key. */
  request(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.api.request(method, path, { key: this.key, ...options });
  }

  /** Runs operations of the product as the operator does. */
  do<T>(work: (call: PrismaCall) => Promise<T>): Promise<T> {
    return asSystem(this.api.sql, this.tenantId, this.api.clock.now(), work);
  }

  useKey(made: NewKey): void {
    this.key = made.key;
    this.keyId = made.key_id;
    this.keyPrefix = made.key_prefix;
  }

  createKey({
    scopes = allScopes,
    ipRanges,
    expiresAt,
    createdBy,
  }: KeyOptions = {}): Promise<NewKey> {
    return this.do((call) =>
      createKey(call, {
        name: 'Key under test',
        scopes: [...scopes],
        ip_ranges: keyFields.ip_ranges.parse(ipRanges ?? []),
        expires_at: expiresAt,
        created_by: createdBy,
      }),
    );
  }

  rotateKey(keyId: string, grace: Grace, createdBy?: string): Promise<NewKey> {
    return this.do((call) => rotateKey(call, { key_id: keyId, grace, created_by: createdBy }));
  }

  revokeKey(keyId: string): Promise<unknown> {
    return this.do((call) => revokeKey(call, keyId));
  }

  set(changes: SetTeamInput): Promise<unknown> {
    return this.do((call) => setTeam(call, changes));
  }

  async addMember(options: MemberOptions = {}): Promise<Person> {
    const email = options.email ?? newEmail(options.role ?? 'member');
    const made = await this.do((call) =>
      addMember(call, {
        email,
        role: options.role ?? 'member',
        grants: options.canManageKeys ? ['schnittstellen'] : [],
      }),
    );
    return { memberId: made.member_id, userId: made.user_id, email };
  }
}
