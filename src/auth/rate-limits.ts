import type { PrivacySwitches } from './privacy.ts';

// The limits that are the same for all teams, and the values of the rate headers. The SQL function
// `admit_calls` decides by these limits (prisma/functions/admit_calls.sql). This file turns its rows into
// values. The app reads the numbers, so this file imports nothing but types.

/**
 * Requests a minute for one key, and for one address without a valid key (spec, Limits; D52). `admit_calls`
 * gets this number as `per_subject`. The limit of a team is in its row (`tenant.rate_limit_per_min`).
 */
export const REQUESTS_PER_KEY = 120;

/** How many invitations a team may send in any sixty minutes (spec, Limits; D59). */
export const INVITATIONS_PER_HOUR = 60;

/** How many test events an endpoint gets in any sixty seconds at most. */
export const TESTS_PER_MINUTE = 10;

/** The numbers of the rate headers. */
export type RateState = { limit: number; remaining: number; resetSeconds: number };

/** The window that decides a request, and whose it is. */
export type RateWindow = RateState & { of: 'key' | 'team' | 'address' };

/**
 * One row of `admit_calls()`. The outer window belongs to the tenant, or to the address when there is no
 * valid key.
 */
export type AdmittedGroup = {
  /** The database's time of the decision. */
  at_ms: number;
  /** The number of the group in the call, from 1. */
  n: number;
  granted: number;
  outer_limit: number;
  outer_used: number;
  outer_reset_ms: number;
} & (
  | { key_id: null; api_enabled: null }
  | ({
      key_used: number;
      key_reset_ms: number;
      key_id: string;
      lineage_id: string;
      prefix: string;
      scopes: string[];
      created_by: string;
      tenant_id: string;
      sandbox_of: string | null;
      plan: string;
      api_enabled: boolean;
      rate_limit_per_min: number;
    } & PrivacySwitches)
);

/** The tighter of the two windows, after `charged` requests of the group were charged (D56). */
export function rateAfter(row: AdmittedGroup, charged: number): RateWindow {
  const outer = windowState(row.outer_limit, row.outer_used + charged, row.outer_reset_ms);
  if (row.key_id === null) return { of: 'address', ...outer };
  const key = windowState(REQUESTS_PER_KEY, row.key_used + charged, row.key_reset_ms);
  return outer.remaining < key.remaining ? { of: 'team', ...outer } : { of: 'key', ...key };
}

function windowState(limit: number, used: number, resetMs: number): RateState {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  };
}
