import { z } from 'zod';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { described, docText } from '../../shared/schema/doc-text.ts';
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
        closing: described(points, {
          en: 'Leading to a close.',
          de: 'Abschluss: zur Entscheidung führen.',
        }),
        conversation_control: described(points, {
          en: 'Guiding the conversation.',
          de: 'Gesprächsführung.',
        }),
        needs_analysis: described(points, {
          en: 'Finding out what the customer needs.',
          de: 'Bedarfsanalyse: erfahren, was der Kunde braucht.',
        }),
        objection_handling: described(points, {
          en: 'Handling objections.',
          de: 'Einwandbehandlung.',
        }),
        value_argument: described(points, {
          en: 'Arguing with the value.',
          de: 'Nutzenargumentation.',
        }),
      }),
      {
        en: 'Points from 0 to 100 for each dimension.',
        de: 'Punkte von 0 bis 100 für jede Dimension.',
      },
    ),
    total: described(points.nullable(), {
      en: 'Points from 0 to 100 as a whole.',
      de: 'Punkte von 0 bis 100 insgesamt.',
    }),
    spread: described(z.number().nullable(), {
      en: 'How far apart the five dimensions are.',
      de: 'Streuung: wie weit die fünf Dimensionen auseinanderliegen.',
    }),
  })
  .meta({
    id: 'Score',
    description: docText({
      en: 'The points of a training.',
      de: 'Die Punkte eines Trainings.',
    }),
  });

const tip = z
  .object({
    issue: described(z.string(), { en: 'What could be better.', de: 'Was besser sein könnte.' }),
    moment: described(z.string(), {
      en: 'Where in the conversation it was.',
      de: 'Wo im Gespräch das war.',
    }),
    principle: described(z.string(), { en: 'The rule behind it.', de: 'Der Grundsatz dahinter.' }),
    rewrite: described(z.string(), {
      en: 'How it could have been said.',
      de: 'Wie man es hätte sagen können.',
    }),
    impact: described(z.string(), { en: 'What that would do.', de: 'Was das bewirken würde.' }),
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
    training_id: described(z.string(), {
      en: 'The training that was scored.',
      de: 'Das bewertete Training.',
    }),
    user_id: training.shape.user_id,
    score,
    tips: described(z.array(tip), { en: 'At most five tips.', de: 'Höchstens fünf Tipps.' }),
    goal: described(z.string().nullable(), {
      en: 'Whether the goal of the conversation was reached.',
      de: 'Ob das Gesprächsziel erreicht wurde.',
      examples: ['reached', 'partial', 'missed'],
    }),
    methodology: described(z.string().nullable(), {
      en: 'The id of a methodology of the catalog.',
      de: 'Die ID einer Methodik im Katalog.',
    }),
    strongest: described(z.string().nullable(), {
      en: 'What went best.',
      de: 'Die größte Stärke.',
    }),
    biggest_lever: described(z.string().nullable(), {
      en: 'What would help most.',
      de: 'Der größte Hebel: was am meisten helfen würde.',
    }),
  })
  .meta({
    id: 'Evaluation',
    description: docText({
      en: 'How one training was scored, and what would help most.',
      de: 'Wie ein Training bewertet wurde, und was am meisten helfen würde.',
    }),
    examples: [evaluationExample],
  });
export type Evaluation = z.output<typeof evaluation>;

const evaluatedAt = described(z.iso.datetime(), {
  en: 'When the evaluation was saved or last corrected: what `updated_since` compares.',
  de: 'Wann die Bewertung gespeichert oder zuletzt korrigiert wurde: womit `updated_since` vergleicht.',
});

/** A scored session as `GET /evaluations` lists it, with its evaluation if the caller asks for it. */
const scoredTraining = training
  .extend({
    evaluation: evaluation
      .extend({ evaluated_at: evaluatedAt })
      .meta({
        id: 'ListedEvaluation',
        description: docText({
          en: 'The evaluation of the training. Only with `include=evaluation`.',
          de: 'Die Bewertung des Trainings. Nur mit `include=evaluation`.',
        }),
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
  updated_since: described(dateTimeInput.optional(), {
    en: 'Only trainings whose evaluation was saved or corrected at this time or later.',
    de: 'Nur Trainings, deren Bewertung zu dieser Zeit oder später gespeichert oder korrigiert wurde.',
  }),
  include: described(z.enum(['evaluation']).optional(), {
    en: 'Adds to each training its `evaluation`, and in it `evaluated_at`.',
    de: 'Fügt jedem Training seine `evaluation` hinzu, und in ihr `evaluated_at`.',
  }),
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
