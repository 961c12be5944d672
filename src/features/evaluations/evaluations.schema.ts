import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';
import {
  activeMember,
  training,
  trainingExample,
  trainingShape,
} from '../trainings/trainings.schema.ts';

/** 0 to 100 (D132). The document allows any integer, so that a finer scale would not break clients. */
const points = z.int();

const score = z
  .object({
    dimensions: described(
      z.object({
        closing: described(points, 'Leading to a close.'),
        conversation_control: described(points, 'Guiding the conversation.'),
        needs_analysis: described(points, 'Finding out what the customer needs.'),
        objection_handling: described(points, 'Handling objections.'),
        value_argument: described(points, 'Arguing with the value.'),
      }),
      'Points from 0 to 100 for each dimension.',
    ),
    total: described(points.nullable(), 'Points from 0 to 100 as a whole.'),
    spread: described(z.number().nullable(), 'How far apart the five dimensions are.'),
  })
  .meta({
    id: 'Score',
    description: 'The points of a training.',
  });

const tip = z
  .object({
    issue: described(z.string(), 'What could be better.'),
    moment: described(z.string(), 'Where in the conversation it was.'),
    principle: described(z.string(), 'The rule behind it.'),
    rewrite: described(z.string(), 'How it could have been said.'),
    impact: described(z.string(), 'What that would do.'),
  })
  .meta({ id: 'Tip', description: 'Advice on one moment of the conversation.' });

const evaluationExample = {
  training_id: 'trn_01jd4x6k8mq2v5w9y3z7b1c4df',
  user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
  score: {
    dimensions: {
      closing: 58,
      conversation_control: 74,
      needs_analysis: 69,
      objection_handling: 61,
      value_argument: 72,
    },
    total: 67,
    spread: 6.2,
  },
  tips: [
    {
      issue: 'The price was defended before its reason was asked for.',
      moment: 'We can talk about a discount.',
      principle: 'Ask before you answer.',
      rewrite: 'What would the price have to be worth for you?',
      impact: 'Keeps the margin and shows interest.',
    },
  ],
  goal: 'partial',
  methodology: 'met_consultative',
  strongest: 'Calm guidance through the conversation',
  biggest_lever: 'Agree on a next step',
};

export const evaluation = z
  .object({
    training_id: described(z.string(), 'The training that was scored.'),
    user_id: training.shape.user_id,
    score,
    tips: described(z.array(tip), 'At most five tips.'),
    goal: described(z.string().nullable(), 'Whether the goal of the conversation was reached.', {
      examples: ['reached', 'partial', 'missed'],
    }),
    methodology: described(z.string().nullable(), 'The id of a methodology of the catalog.'),
    strongest: described(z.string().nullable(), 'What went best.'),
    biggest_lever: described(z.string().nullable(), 'What would help most.'),
  })
  .meta({
    id: 'Evaluation',
    description: 'How one training was scored, and what would help most.',
    examples: [evaluationExample],
  });
export type Evaluation = z.output<typeof evaluation>;

const evaluatedAt = described(
  z.iso.datetime(),
  'When the evaluation was saved or last corrected: what `updated_since` compares.',
);

export const listedEvaluation = evaluation.extend({ evaluated_at: evaluatedAt }).meta({
  id: 'ListedEvaluation',
  description: 'The evaluation of the training. Only with `include=evaluation`.',
});

/** A scored session as `GET /evaluations` lists it, with its evaluation if the caller asks for it. */
const scoredTraining = training.extend({ evaluation: listedEvaluation.optional() }).meta({
  id: 'ScoredTraining',
  description: 'A training with its evaluation, if the request asks for it.',
  examples: [
    {
      ...trainingExample,
      evaluation: { ...evaluationExample, evaluated_at: '2026-11-03T08:28:05.000Z' },
    },
  ],
});
export type ScoredTraining = z.output<typeof scoredTraining>;

export const evaluationPage = pageOf('EvaluationPage', scoredTraining);

export const listEvaluationsInput = z.strictObject({
  ...pageInput,
  updated_since: described(
    dateTimeInput.optional(),
    'Only trainings whose evaluation was saved or corrected at this time or later.',
  ),
  include: described(
    z.enum(['evaluation']).optional(),
    'Adds to each training its `evaluation`, and in it `evaluated_at`.',
  ),
});

/** The public shape of `evaluation e` of `member m`. */
export const evaluationShape = `e.training_id, m.user_id,
  json_build_object(
    'dimensions', json_build_object(
      'closing', e.closing, 'conversation_control', e.conversation_control,
      'needs_analysis', e.needs_analysis, 'objection_handling', e.objection_handling,
      'value_argument', e.value_argument),
    'total', e.total, 'spread', e.spread) as score,
  e.tips, e.goal, e.methodology_id as methodology, e.strongest, e.biggest_lever`;

export const listedEvaluationShape = `${evaluationShape}, iso(e.updated_at) as evaluated_at`;

/** The public shape of `training t` with its `evaluation e`, of `member m`. */
export const scoredTrainingShape = `${trainingShape},
  (select row_to_json(v) from (select ${listedEvaluationShape}) v) as "evaluation"`;

/** An evaluation counts once its session is scored (spec, States; D131). */
export const scoredSession = `evaluation e
  join training t on t.tenant_id = $1 and t.id = e.training_id and t.status = 'scored'
  cross join ${activeMember}`;
