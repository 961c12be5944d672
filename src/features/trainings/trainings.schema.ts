import { z } from 'zod';
import { dateTimeInput } from '../../shared/date-time.ts';
import { pageInput, pageOf } from '../../shared/page-schema.ts';

const catalogId = z.string().nullable().meta({ description: 'The id of a catalog entry.' });

export const trainingExample = {
  id: 'trn_01jd4x6k8mq2v5w9y3z7b1c4df',
  user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
  status: 'scored',
  source: 'app',
  assignment_id: null,
  created_at: '2026-11-03T08:15:00.000Z',
  finished_at: '2026-11-03T08:27:41.250Z',
  duration_s: 761,
  external_ref: null,
  situation_id: 'sit_price_talk',
  personality_id: 'per_sceptic',
  industry_id: 'ind_software',
  role_id: null,
};

export const training = z
  .object({
    id: z.string().meta({ description: 'The `{training_id}` in paths.' }),
    user_id: z.string().meta({ description: 'The person who trained.' }),
    // States may be added (D129).
    status: z.string().meta({
      description:
        '`in_progress`: it has begun. `completed`: it has ended and is not scored yet. `scored`: it has an evaluation. `aborted`: it was broken off.',
      examples: ['in_progress', 'completed', 'scored', 'aborted'],
    }),
    source: z.string().meta({ description: 'Where it took place.', examples: ['app'] }),
    assignment_id: z
      .string()
      .nullable()
      .meta({ description: 'The assignment for which it was done, if any.' }),
    created_at: z.iso.datetime().nullable().meta({ description: 'When it began.' }),
    finished_at: z.iso.datetime().nullable().meta({ description: 'When it ended.' }),
    duration_s: z.int().nullable().meta({ description: 'How long it took, in seconds.' }),
    external_ref: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'What the product notes about it: a free-form object.' }),
    situation_id: catalogId,
    personality_id: catalogId,
    industry_id: catalogId,
    role_id: catalogId,
  })
  .meta({
    id: 'Training',
    description: 'A training session without its transcript.',
    examples: [trainingExample],
  });
export type Training = z.output<typeof training>;

export const trainingPage = pageOf('TrainingPage', training);

export const trainingIdInput = z.strictObject({
  training_id: z.string().meta({
    description: 'The id of a training of the team.',
    examples: ['trn_01jd4x6k8mq2v5w9y3z7b1c4df'],
  }),
});
export const listTrainingsInput = z.strictObject({
  ...pageInput,
  user_id: z.string().optional().meta({ description: 'Only sessions of this user.' }),
  status: z
    .string()
    .optional()
    .meta({
      description: 'Only sessions in exactly this status.',
      examples: ['scored', 'in_progress', 'completed', 'aborted'],
    }),
  since: dateTimeInput
    .optional()
    .meta({ description: 'Only sessions created at this time or later.' }),
  assignment_id: z.string().optional().meta({ description: 'Only sessions of this assignment.' }),
});

/** The app's list of a member's own sessions. */
export const listOwnTrainingsInput = z.strictObject({
  ...pageInput,
  status: z.string().max(100).optional(),
  assignment_id: z.string().max(100).optional(),
});

/** The public shape of `training t` of `member m`. */
export const trainingShape = `t.id, m.user_id, t.status, t.source, t.assignment_id,
  iso(t.created_at) as created_at, iso(t.finished_at) as finished_at, t.duration_s,
  t.external_ref, t.situation_id, t.personality_id, t.industry_id, t.role_id`;

/** The same fields, for the columns of a page. */
export const trainingFields = [
  { name: 'id', column: 't.id', kind: 'text' },
  { name: 'user_id', column: 'm.user_id', kind: 'text' },
  { name: 'status', column: 't.status', kind: 'text' },
  { name: 'source', column: 't.source', kind: 'text' },
  { name: 'assignment_id', column: 't.assignment_id', kind: 'optional' },
  { name: 'created_at', column: 't.created_at', kind: 'time' },
  { name: 'finished_at', column: 't.finished_at', kind: 'time' },
  { name: 'duration_s', column: 't.duration_s', kind: 'json' },
  { name: 'external_ref', column: 't.external_ref', kind: 'json' },
  { name: 'situation_id', column: 't.situation_id', kind: 'optional' },
  { name: 'personality_id', column: 't.personality_id', kind: 'optional' },
  { name: 'industry_id', column: 't.industry_id', kind: 'optional' },
  { name: 'role_id', column: 't.role_id', kind: 'optional' },
] as const;

/**
 * Joins the active member or owner of the session `training t` (D130), in the same way on every route. The
 * limit keeps PostgreSQL from reversing the join. So PostgreSQL reads a page along the index of its order,
 * however many rows the team has.
 */
export const activeMember = `lateral (select a.user_id from member a
  where a.tenant_id = $1 and a.id = t.member_id and a.status = 'active' limit 1) m`;
