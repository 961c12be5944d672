import { z } from 'zod';
import { emailInput } from '../../shared/email.ts';
import { trimmedText } from '../../shared/text.ts';

const MOST = 1_000_000;

const teamName = trimmedText(1, 120);
const seats = z.int().min(1).max(MOST);
const rateLimitPerMin = z.int().min(1).max(MOST);

/** `free` comes without the API: requests of such a team are refused (D51). */
const plan = z.enum(['team', 'enterprise', 'free']);

export const createTeamInput = z.strictObject({
  name: teamName,
  owner: emailInput,
  lang: z.enum(['de', 'en']).default('de'),
  plan: plan.exclude(['free']).default('team'),
  seats: seats.default(100),
  rate_limit_per_min: rateLimitPerMin.default(600),
});
export type CreateTeamInput = z.input<typeof createTeamInput>;

export const setTeamInput = z.strictObject({
  status: z.enum(['active', 'suspended', 'ended']).optional(),
  plan: plan.optional(),
  seats: seats.optional(),
  rate_limit_per_min: rateLimitPerMin.optional(),
  member_detail_enabled: z.boolean().optional(),
  leaderboard_enabled: z.boolean().optional(),
});
export type SetTeamInput = z.input<typeof setTeamInput>;

export type Team = Required<z.output<typeof setTeamInput>> & { tenant_id: string; name: string };

/** The team as its members see it in the app. */
export const ownTeam = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'suspended', 'ended']),
  plan: z.string(),
  seats: z.int(),
  seats_taken: z.int(),
  rate_limit_per_min: z.int(),
  member_detail_enabled: z.boolean(),
  leaderboard_enabled: z.boolean(),
});
export type OwnTeam = z.output<typeof ownTeam>;
