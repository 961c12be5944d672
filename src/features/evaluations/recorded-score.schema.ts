import { z } from 'zod';
import { text, trimmedText } from '../../shared/schema/text.ts';

/** A score is 0 to 100 (D132). */
const points = z.int().min(0).max(100);
const advice = trimmedText(1, 2000);

const tip = z.strictObject({
  issue: advice,
  moment: advice,
  principle: advice,
  rewrite: advice,
  impact: advice,
});

/** The score of the training engine. An unknown value is null (D132). */
export const recordedScore = z.strictObject({
  dimensions: z.strictObject({
    closing: points,
    conversation_control: points,
    needs_analysis: points,
    objection_handling: points,
    value_argument: points,
  }),
  total: points.nullish(),
  spread: z.number().min(0).max(100).nullish(),
  tips: z.array(tip).max(5).default([]),
  goal: text(100).nullish(),
  methodology: text(100).nullish(),
  strongest: text(2000).nullish(),
  biggest_lever: text(2000).nullish(),
});
export type RecordedScore = z.output<typeof recordedScore>;
