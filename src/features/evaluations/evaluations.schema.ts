import { z } from 'zod';
import { dateTimeInput } from '../../shared/date-time.ts';
import { pageInput, pageOf } from '../../shared/page-schema.ts';
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
    dimensions: z
      .object({
        closing: points.meta({ description: 'Leading to a close.' }),
        conversation_control: points.meta({ description: 'Guiding the conversation.' }),
        needs_analysis: points.meta({ description: 'Finding out what the customer needs.' }),
        objection_handling: points.meta({ description: 'Handling objections.' }),
        value_argument: points.meta({ description: 'Arguing with the value.' }),
      })
      .meta({ description: 'Points from 0 to 100 for each dimension.' }),
    total: points.nullable().meta({ description: 'Points from 0 to 100 as a whole.' }),
    spread: z.number().nullable().meta({ description: 'How far apart the five dimensions are.' }),
  })
  .meta({ id: 'Score', description: 'The points of a training.' });

const tip = z
  .object({
    issue: z.string().meta({ description: 'What could be better.' }),
    moment: z.string().meta({ description: 'Where in the conversation it was.' }),
    principle: z.string().meta({ description: 'The rule behind it.' }),
    rewrite: z.string().meta({ description: 'How it could have been said.' }),
    impact: z.string().meta({ description: 'What that would do.' }),
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
    training_id: z.string().meta({ description: 'The training that was scored.' }),
    user_id: z.string().meta({ description: 'The person who trained.' }),
    score,
    tips: z.array(tip).meta({ description: 'At most five tips.' }),
    goal: z
      .string()
      .nullable()
      .meta({
        description: 'Whether the goal of the conversation was reached.',
        examples: ['reached', 'partial', 'missed'],
      }),
    methodology: z
      .string()
      .nullable()
      .meta({ description: 'The id of a methodology of the catalog.' }),
    strongest: z.string().nullable().meta({ description: 'What went best.' }),
    biggest_lever: z.string().nullable().meta({ description: 'What would help most.' }),
  })
  .meta({
    id: 'Evaluation',
    description: 'How one training was scored, and what would help most.',
    examples: [evaluationExample],
  });
export type Evaluation = z.output<typeof evaluation>;

const evaluatedAt = z.iso.datetime().meta({
  description: 'When the evaluation was saved or last corrected: what `updated_since` compares.',
});

/** A scored session as `GET /evaluations` lists it, with its evaluation if the caller asks for it. */
const scoredTraining = training
  .extend({
    evaluation: evaluation
      .extend({ evaluated_at: evaluatedAt })
      .meta({
        id: 'ListedEvaluation',
        description: 'The evaluation of the training. Only with `include=evaluation`.',
      })
      .optional(),
  })
  .meta({
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
  updated_since: dateTimeInput.optional().meta({
    description: 'Only sessions whose evaluation was saved or corrected at this time or later.',
  }),
  include: z
    .enum(['evaluation'])
    .optional()
    .meta({ description: 'Adds to each training its `evaluation`, and in it `evaluated_at`.' }),
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

/** The public shape of `training t` with its `evaluation e`, of `member m`. */
export const scoredTrainingShape = `${trainingShape},
  (select row_to_json(v) from (
    select ${evaluationShape}, iso(e.updated_at) as evaluated_at) v) as "evaluation"`;

/** An evaluation counts once its session is scored (spec, States; D131). */
export const scoredSession = `evaluation e
  join training t on t.tenant_id = $1 and t.id = e.training_id and t.status = 'scored'
  cross join ${activeMember}`;
