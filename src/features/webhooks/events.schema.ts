import { z } from 'zod';

/** The version of the events' form, pinned to an endpoint at its creation (D157). */
export const API_VERSION = '2026-11';

const teamId = z.string();
const userId = z.string().nullable().optional();

/** What `data` holds, type by type (spec, Envelope; D158). */
export const eventData = {
  'training.completed': z.object({
    team_id: teamId,
    training_id: z.string(),
    user_id: userId,
    assignment_id: z.string().nullable(),
    status: z.string(),
  }),
  'evaluation.completed': z.object({
    team_id: teamId,
    training_id: z.string(),
    user_id: userId,
    score: z.int().optional(),
  }),
  'assignment.created': z.object({
    team_id: teamId,
    assignment_id: z.string(),
    status: z.string(),
    member_id: z.string(),
    user_id: userId,
  }),
  'assignment.completed': z.object({
    team_id: teamId,
    assignment_id: z.string(),
    status: z.string(),
    member_id: z.string(),
    user_id: userId,
  }),
  'member.joined': z.object({
    team_id: teamId,
    member_id: z.string(),
    user_id: userId,
    role: z.string(),
    status: z.string(),
  }),
  'member.removed': z.object({
    team_id: teamId,
    member_id: z.string(),
    user_id: userId,
    role: z.string(),
    status: z.string(),
  }),
  'crm.sync.failed': z.object({
    team_id: teamId,
    connection_id: z.string(),
    provider: z.string(),
    sync_run_id: z.string(),
    reason: z.string(),
    consecutive_failures: z.int(),
    next_attempt_at: z.iso.datetime().nullable(),
  }),
  ping: z.object({ team_id: teamId, endpoint_id: z.string() }),
} as const;

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType> = Omit<z.output<(typeof eventData)[T]>, 'team_id'>;
