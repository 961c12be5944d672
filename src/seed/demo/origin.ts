import type { DemoKey } from './keys.ts';
import type { DemoMember } from './team.ts';

/** Who did something, and from where. */
export type Origin = { kind: 'user' | 'key' | 'service' | 'system'; id: string; ip: string | null };

// These addresses are for documentation, so nobody owns them (RFC 5737).
export const OFFICE = '203.0.113.17';
export const AT_HOME = '203.0.113.140';
export const SERVER = '198.51.100.24';
export const STRANGER = '192.0.2.77';

export const bySystem: Origin = { kind: 'system', id: 'system', ip: null };
export const byService: Origin = { kind: 'service', id: 'service', ip: null };

/** People work at home in one minute of five. */
export function byMember({ memberId }: Pick<DemoMember, 'memberId'>, at: Date): Origin {
  return { kind: 'user', id: memberId, ip: at.getUTCMinutes() % 5 === 4 ? AT_HOME : OFFICE };
}

export function byKey({ prefix }: Pick<DemoKey, 'prefix'>): Origin {
  return { kind: 'key', id: prefix, ip: SERVER };
}
