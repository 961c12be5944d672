import { randomInt } from 'node:crypto';
import type { MemberCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';
import type { RecordedScore } from '../evaluations/recorded-score.schema.ts';
import { type ScoreDimension, scoreDimensions } from '../evaluations/score-dimensions.ts';
import { holdConversation, takeIn } from './hold-conversation.ts';
import { evaluationTexts } from './tips.ts';
import type { Made, Trigger } from './try-out.schema.ts';

/**
 * Evaluates the newest conversation that has ended in the sandbox and waits for its evaluation. If none
 * waits, holds one and evaluates it at once.
 */
export async function saveEvaluation(
  call: MemberCall,
  chosen: Pick<Trigger, 'member_id' | 'assignment_id'>,
): Promise<Made> {
  const score = believableScore(call.language);
  const waiting = chosen.assignment_id ? undefined : await findWaiting(call, chosen.member_id);
  if (!waiting) return holdConversation(call, chosen, score);
  return takeIn(call, [{ session_id: waiting.session_id, evaluation: { score } }]);
}

/** Only a session from the intake has an id of the product. The trainings of the first data have none. */
function findWaiting({ db }: MemberCall, memberId: string | undefined) {
  return db.row<{ session_id: string }>(
    `select i.session_id from training_intake i
     join training t on t.tenant_id = $1 and t.id = i.training_id
     left join evaluation e on e.tenant_id = $1 and e.training_id = t.id
     where i.tenant_id = $1 and t.status = 'completed' and e.training_id is null
       and ($2::text is null or t.member_id = $2)
     order by t.created_at desc, t.id desc limit 1`,
    [memberId ?? null],
  );
}

/**
 * A score such as the training engine gives: values close together, and a tip for the weakest dimensions.
 */
function believableScore(language: Language): RecordedScore {
  const { tips, strengths } = evaluationTexts[language];
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
