import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { type RecordTrainingInput, recordTrainingInput } from './record-training.schema.ts';
import { takeInSession } from './take-in-session.ts';

/** Records a training that has just ended, for the operator. If it has a score, it is `scored` (D129). */
export async function recordTraining(
  call: Call,
  input: RecordTrainingInput,
): Promise<{ training_id: string }> {
  const { user_id, assignment_id, score } = recordTrainingInput.parse(input);
  const { training_id } = await takeInSession(call, {
    // Trainings of the operator have no id of the product. They are not repeated.
    session_id: newId('trn', call.now),
    start: { user_id, assignment_id },
    end: { status: 'completed' },
    evaluation: score && { score },
  });
  if (training_id === null) throw new Error('The training was not recorded');
  return { training_id };
}
