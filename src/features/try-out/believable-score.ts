import { randomInt } from 'node:crypto';
import type { RecordedScore } from '../evaluations/recorded-score.schema.ts';
import { type ScoreDimension, scoreDimensions } from '../evaluations/score-dimensions.ts';
import { strengths, tips } from './tips.ts';

/**
 * A score such as the training engine gives: values close together, and a tip for the weakest dimensions.
 */
export function believableScore(): RecordedScore {
  const level = randomInt(48, 82);
  const dimensions = Object.fromEntries(
    scoreDimensions.map((name) => [name, level + randomInt(-12, 13)]),
  ) as Record<ScoreDimension, number>;
  const values = Object.values(dimensions);
  const total = Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  const [worst, second] = scoreDimensions.toSorted((a, b) => dimensions[a] - dimensions[b]);
  const [best] = scoreDimensions.toSorted((a, b) => dimensions[b] - dimensions[a]);
  const weak = [worst, second].filter((name) => name !== undefined);
  return {
    dimensions,
    total,
    spread: spreadOf(values),
    tips: weak.map((name) => tips[name][randomInt(2)] ?? tips[name][0]),
    goal: total >= 70 ? 'reached' : total >= 50 ? 'partial' : 'missed',
    strongest: best ? strengths[best] : null,
    biggest_lever: worst ? tips[worst][0].principle : null,
  };
}

/** The standard deviation, to one decimal. */
function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.round(Math.sqrt(variance) * 10) / 10;
}
