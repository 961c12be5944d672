import { z } from 'zod';
import { recordedScore } from '../evaluations/recorded-score.schema.ts';

export const recordTrainingInput = z.strictObject({
  user_id: z.string(),
  assignment_id: z.string().optional(),
  score: recordedScore.optional(),
});
export type RecordTrainingInput = z.input<typeof recordTrainingInput>;
