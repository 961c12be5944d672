import type { TeamVisit } from '../../operation/call.ts';
import { scoresOf } from './find-scores.ts';
import type { Scores } from './scores.schema.ts';

/**
 * The scores of trainings of the person who asks, each with the score before. Trainings of others are left
 * out.
 */
export async function findOwnScores({ db, actor }: TeamVisit, ids: string[]): Promise<Scores> {
  const own = scoresOf('where t.member_id = $3');
  return { data: await db.rows<Scores['data'][number]>(own, [ids, actor.memberId]) };
}
