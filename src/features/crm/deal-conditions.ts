import type { z } from 'zod';
import type { Privacy } from '../../auth/privacy.ts';
import { conditions } from '../../db/conditions.ts';
import { withoutMember } from './deal-in-app.ts';
import type { dealFilters } from './find-deals.schema.ts';

type Filters = z.output<typeof dealFilters>;

/** The conditions of the filters on `crm_deal d`, without the search. */
export function dealConditions({ search: _, ...filters }: Filters) {
  const { connection_id, outcome, owner_user_id, without_member, closes_from, closes_to } = filters;
  const all = conditions(['d.tenant_id = $1']);
  if (connection_id) all.add((n) => `d.connection_id = ${n}`, connection_id);
  if (outcome) all.add((n) => `d.outcome = ${n}`, outcome);
  if (owner_user_id) all.add((n) => `d.owner_user_id = ${n}`, owner_user_id);
  if (without_member) all.where.push(withoutMember);
  if (closes_from) all.add((n) => `d.close_date >= ${n}::date`, closes_from);
  if (closes_to) all.add((n) => `d.close_date <= ${n}::date`, closes_to);
  return all;
}

/**
 * Refuses a filter by the owner while member detail is off, because the result would tell about a member.
 */
export function requireVisible({ owner_user_id, without_member }: Filters, privacy: Privacy): void {
  if (owner_user_id !== undefined || without_member) privacy.requireMemberDetail();
}

/** A condition that the title contains a text. */
export const inTitle = (n: string) => `strpos(lower(d.title), lower(${n}::text)) > 0`;
