import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { recordedScore } from '../evaluations/recorded-score.schema.ts';
import { takeInSession } from './take-in-sessions.ts';

const recordTrainingInput = z.strictObject({
  user_id: z.string(),
  assignment_id: z.string().optional(),
  score: recordedScore.optional(),
});

/** Records a training that has just ended, for the operator. If it has a score, it is `scored` (D129). */
export async function recordTraining(
  call: Call,
  input: z.input<typeof recordTrainingInput>,
): Promise<{ training_id: string }> {
  const { user_id, assignment_id, score } = recordTrainingInput.parse(input);
  const { training_id } = await takeInSession(call, {
    // The product does not know these trainings, so the id is ours. Nobody repeats them.
    session_id: newId('trn', call.now),
    start: { user_id, assignment_id },
    end: { status: 'completed' },
    evaluation: score && { score },
  });
  if (training_id === null) throw new Error('The training was not recorded');
  return { training_id };
}
