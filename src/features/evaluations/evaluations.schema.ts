import { z } from 'zod';
import { dateTimeInput } from '../../shared/date-time.ts';
import { pageInput } from '../../shared/page-schema.ts';
import { activeMember } from '../trainings/trainings.schema.ts';

/** 0 to 100 (D132). Clients take any integer, so that a finer scale would not break them. */
const points = z.int();

const score = z
  .object({
    dimensions: z
      .object({
        closing: points,
        conversation_control: points,
        needs_analysis: points,
        objection_handling: points,
        value_argument: points,
      })
      .meta({ description: 'Points from 0 to 100 for each dimension.' }),
    total: points.nullable().meta({ description: 'Points from 0 to 100.' }),
    spread: z.number().nullable(),
  })
  .meta({ id: 'Score' });

const tip = z
  .object({
    issue: z.string(),
    moment: z.string(),
    principle: z.string(),
    rewrite: z.string(),
    impact: z.string(),
  })
  .meta({ id: 'Tip' });

export const evaluation = z
  .object({
    training_id: z.string(),
    user_id: z.string(),
    score,
    tips: z.array(tip).meta({ description: 'At most five tips.' }),
    goal: z
      .string()
      .nullable()
      .meta({ examples: ['partial'] }),
    methodology: z
      .string()
      .nullable()
      .meta({ description: 'The id of a methodology of the catalog.' }),
    strongest: z.string().nullable(),
    biggest_lever: z.string().nullable(),
  })
  .meta({
    id: 'Evaluation',
    description: 'How one training was scored, and what would help most.',
    examples: [
      {
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
      },
    ],
  });
export type Evaluation = z.output<typeof evaluation>;

export const listEvaluationsInput = z.strictObject({
  ...pageInput,
  updated_since: dateTimeInput
    .optional()
    .meta({ description: 'Only sessions whose evaluation was saved at this time or later.' }),
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

/** An evaluation counts once its session is scored (spec, States; D131). */
export const scoredSession = `evaluation e
  join training t on t.tenant_id = $1 and t.id = e.training_id and t.status = 'scored'
  cross join ${activeMember}`;
