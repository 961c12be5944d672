import { z } from 'zod';
import { selectList } from '../../db/select-list.ts';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { orderInput, pageInput, pageOf } from '../../shared/schema/page-schema.ts';

const catalogId = described(z.string().nullable(), 'The id of a catalog entry.');

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
    id: described(z.string(), 'The `{training_id}` in paths.'),
    user_id: described(z.string(), 'The person who trained.'),
    // States may be added (D129).
    status: described(
      z.string(),
      '`in_progress`: it has begun. `completed`: it has ended and is not scored yet. `scored`: it has an evaluation. `aborted`: it was broken off.',
      { examples: ['in_progress', 'completed', 'scored', 'aborted'] },
    ),
    source: described(z.string(), 'Where it took place.', { examples: ['app'] }),
    assignment_id: described(
      z.string().nullable(),
      'The assignment for which it was done, if any.',
    ),
    created_at: described(z.iso.datetime().nullable(), 'When it began.'),
    finished_at: described(z.iso.datetime().nullable(), 'When it ended.'),
    duration_s: described(z.int().nullable(), 'How long it took, in seconds.'),
    external_ref: described(
      z.record(z.string(), z.unknown()).nullable(),
      'What the product notes about it: a free-form object.',
    ),
    situation_id: catalogId,
    personality_id: catalogId,
    industry_id: catalogId,
    role_id: catalogId,
  })
  .meta({
    id: 'Training',
    description: 'A training without its transcript.',
    examples: [trainingExample],
  });
export type Training = z.output<typeof training>;

export const trainingPage = pageOf('TrainingPage', training);

export const trainingIdInput = z.strictObject({
  training_id: described(z.string(), 'The id of a training of the team.', {
    examples: ['trn_01jd4x6k8mq2v5w9y3z7b1c4df'],
  }),
});
const filters = {
  user_id: described(z.string().optional(), 'Only trainings of this user.'),
  status: described(z.string().optional(), 'Only trainings in exactly this status.', {
    examples: ['scored', 'in_progress', 'completed', 'aborted'],
  }),
  since: described(dateTimeInput.optional(), 'Only trainings created at this time or later.'),
  assignment_id: described(z.string().optional(), 'Only trainings of this assignment.'),
};
export const listTrainingsInput = z.strictObject({ ...pageInput, ...filters });
export const listTrainingsInApp = z.strictObject({ order: orderInput });
export const countTrainingsInput = z.strictObject(filters);
export const trainingCount = z.strictObject({
  /** One more than 10,000 means that there are more. */
  total: z.int(),
  /** How many trainings have each status beside the other filters. Null if there are too many to count. */
  counts: z
    .strictObject({
      all: z.int(),
      in_progress: z.int(),
      completed: z.int(),
      scored: z.int(),
      aborted: z.int(),
    })
    .nullable(),
});

/** The person's trainings right before and right after one. */
export const trainingsBeside = z.strictObject({
  earlier_id: z.string().nullable(),
  later_id: z.string().nullable(),
});

/** The app's list of a member's own trainings. */
export const listOwnTrainingsInput = z.strictObject({
  ...pageInput,
  status: z.string().max(100).optional(),
  assignment_id: z.string().max(100).optional(),
  order: orderInput,
});

/** The public shape of `training t` of `member m`. */
export const trainingShape = selectList(
  training,
  { model: 'training', as: 't' },
  { user_id: 'm.user_id' },
);

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
