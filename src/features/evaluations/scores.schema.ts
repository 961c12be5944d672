import { z } from 'zod';
import { text } from '../../shared/schema/text.ts';
import { scoreDimensions } from './score-dimensions.ts';

/** Trainings that a list shows. */
export const scoresInput = z.strictObject({
  training_ids: z.array(text(100)).min(1).max(100),
  /** The dimension whose points are asked for, beside the score. */
  dimension: z.enum(scoreDimensions).optional(),
});

/** The scores of the trainings that have one. */
export const scores = z.strictObject({
  data: z.array(
    z.strictObject({
      training_id: z.string(),
      total: z.int(),
      /** The score of the member's scored training before this one. Null for the first. */
      before: z.int().nullable(),
      /** The points of the dimension. Null if none was asked for. */
      points: z.int().nullable(),
    }),
  ),
});
export type Scores = z.output<typeof scores>;
