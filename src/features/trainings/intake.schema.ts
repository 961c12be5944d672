import { z } from 'zod';
import type { FieldIssue } from '../../shared/errors/errors.ts';
import { issueCodeNames } from '../../shared/errors/issue-codes.ts';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { text } from '../../shared/schema/text.ts';
import { freeFormObject } from '../cases/free-form.schema.ts';
import { type RecordedScore, recordedScore } from '../evaluations/recorded-score.schema.ts';

/** How many trainings one call of `trainings.record` takes. */
export const MAX_TRAININGS = 200;
/** How many sessions of a team may wait for their start, and for how many days. */
export const MAX_WAITING = 1_000;
export const WAITING_DAYS = 7;

const team = { tenant_id: text(100).min(1) };
/** The product's own id of the session. */
const session = { session_id: text(200).min(1) };
const catalogId = text(100).nullish();

const startFields = {
  user_id: text(100),
  assignment_id: text(100).nullish(),
  /** When the session began. If it is missing, the session begins when the call arrives. */
  started_at: dateTimeInput.nullish(),
  situation_id: catalogId,
  personality_id: catalogId,
  industry_id: catalogId,
  role_id: catalogId,
  external_ref: freeFormObject.nullish(),
};
const endFields = {
  finished_at: dateTimeInput.nullish(),
  duration_s: z.int().min(0).max(2_147_483_647).nullish(),
};
const evaluationFields = {
  score: recordedScore,
  /** When the product made the evaluation. An older evaluation does not replace a newer one. */
  evaluated_at: dateTimeInput.nullish(),
};

export const startTrainingInput = z.strictObject({ ...team, ...session, ...startFields });
export const endTrainingInput = z.strictObject({ ...team, ...session, ...endFields });
export const evaluateTrainingInput = z.strictObject({ ...team, ...session, ...evaluationFields });

/** A training that has ended, with its evaluation if it is evaluated already. */
export const recordedTraining = z.strictObject({
  ...session,
  ...startFields,
  ...endFields,
  score: recordedScore.optional(),
  evaluated_at: evaluationFields.evaluated_at,
});
export type RecordedTraining = z.input<typeof recordedTraining>;

export const recordTrainingsInput = z.strictObject({
  ...team,
  // Each training is checked by itself, so that a wrong one does not refuse the others.
  trainings: z
    .array(z.custom<RecordedTraining>((value) => typeof value === 'object' && value !== null))
    .min(1)
    .max(MAX_TRAININGS),
});

/** Null while the session waits for its start. */
export const takenIn = z.strictObject({ training_id: z.string().nullable() });
export type TakenIn = z.output<typeof takenIn>;

const issue = z.strictObject({
  in: z.enum(['query', 'path', 'body', 'header']),
  pointer: z.string(),
  code: z.enum(issueCodeNames),
  detail: z.string(),
}) satisfies z.ZodType<FieldIssue>;

const result = z.discriminatedUnion('ok', [
  z.strictObject({ session_id: z.string(), ok: z.literal(true), training_id: z.string() }),
  z.strictObject({
    /** Null if the item has none. */
    session_id: z.string().nullable(),
    ok: z.literal(false),
    error: z.strictObject({
      code: z.string(),
      detail: z.string().optional(),
      field: z.string().optional(),
      errors: z.array(issue).optional(),
    }),
  }),
]);
export type RecordResult = z.output<typeof result>;

/** One result for each training, in the same order. */
export const recordResults = z.strictObject({ results: z.array(result) });

type Fields<T extends z.ZodType> = Omit<z.output<T>, 'tenant_id' | 'session_id'>;

/** What a call reports about one session. A part that is missing stays as it is. */
export type SessionReport = {
  session_id: string;
  start?: Fields<typeof startTrainingInput> | undefined;
  end?: (Fields<typeof endTrainingInput> & { status: EndStatus }) | undefined;
  evaluation?: Fields<typeof evaluateTrainingInput> | undefined;
};

type EndStatus = 'completed' | 'aborted';

/** How and when a session has ended. If the product gives no time, the time of the call is taken. */
export type SessionEnd = { status: EndStatus; finished_at: string; duration_s: number | null };

/** What arrived before the start of a session, and when (`at`). */
export type Waiting = {
  end: SessionEnd | null;
  evaluation: { score: RecordedScore; at: string } | null;
};
