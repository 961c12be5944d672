import {
  type ScoreDimension,
  scoreDimensions,
} from '../../features/evaluations/score-dimensions.ts';
import { evaluationTexts } from '../../features/try-out/tips.ts';
import { pick } from './catalog.ts';
import type { Random } from './random.ts';
import type { DemoMember } from './team.ts';

/** People learn fast at first, and then more slowly. */
function levelOf(member: DemoMember, yearsIn: number): number {
  return member.start + (member.gain * (1 - Math.exp(-2.2 * yearsIn))) / (1 - Math.exp(-2.2));
}

const points = (value: number) => Math.round(Math.min(98, Math.max(12, value)));

export function evaluationRow(
  tenantId: string,
  trainingId: string,
  member: DemoMember,
  at: Date,
  yearsIn: number,
  random: Random,
) {
  const { tips, strengths } = evaluationTexts[member.lang];
  const level = levelOf(member, yearsIn) + random.around(4);
  const scores = Object.fromEntries(
    scoreDimensions.map((dimension, n) => {
      const habit = dimension === member.weakest ? -9 : ((n * 3 + member.post.length) % 7) - 2;
      return [dimension, points(level + habit + random.around(5))];
    }),
  ) as Record<ScoreDimension, number>;
  const total = Math.round(
    scoreDimensions.reduce((sum, name) => sum + scores[name], 0) / scoreDimensions.length,
  );
  const [worst, second, third] = [...scoreDimensions].sort((a, b) => scores[a] - scores[b]);
  const best = [...scoreDimensions].sort((a, b) => scores[b] - scores[a])[0] ?? 'needs_analysis';
  const weak = [worst, second, random.chance(0.5) ? third : undefined].filter(
    (name) => name !== undefined,
  );
  return {
    tenant_id: tenantId,
    training_id: trainingId,
    ...scores,
    total,
    spread: spreadOf(Object.values(scores)),
    tips: weak.map((dimension) => random.pick(tips[dimension])),
    goal: total >= 70 ? 'reached' : total >= 50 ? 'partial' : 'missed',
    methodology_id: pick('methodology', random),
    strongest: strengths[best],
    biggest_lever: tips[worst ?? best][0].principle,
    created_at: at,
    updated_at: at,
  };
}

/** The standard deviation, with one decimal. */
function spreadOf(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.round(Math.sqrt(variance) * 10) / 10;
}
