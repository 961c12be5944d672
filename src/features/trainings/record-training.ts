import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { saveEvaluations } from '../evaluations/save-evaluations.ts';
import { lockActiveMember } from '../members/rules/lock-active-member.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import { type RecordTrainingInput, recordTrainingInput } from './record-training.schema.ts';

type Task = {
  id: string;
  revoked: boolean;
  situation_id: string | null;
  personality_id: string | null;
  industry_id: string | null;
};

/**
 * Records a training that the training engine reports when it has ended. With a score it is
 * `scored` (D129).
 */
export async function recordTraining(
  call: Call,
  input: RecordTrainingInput,
): Promise<{ training_id: string }> {
  const { db, now } = call;
  const { user_id, assignment_id, score } = recordTrainingInput.parse(input);
  const memberId = await lockActiveMember(call, user_id);
  const task = assignment_id ? await assignmentOf(call, assignment_id, memberId) : null;
  const trainingId = newId('trn', now);
  const status = score ? 'scored' : 'completed';
  await db.write(
    `insert into training (tenant_id, id, member_id, status, assignment_id, situation_id,
       personality_id, industry_id, created_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      trainingId,
      memberId,
      status,
      task?.id,
      task?.situation_id,
      task?.personality_id,
      task?.industry_id,
      now,
    ],
  );
  if (score) {
    const of = { training_id: trainingId, member_id: memberId, trained_at: now };
    await saveEvaluations(call, [{ ...of, score, corrects: null }]);
  }
  if (task) await completeAssignment(call, task.id, trainingId);
  await recordAudit(call, { action: 'training.recorded', targetId: trainingId });
  const training = { training_id: trainingId, user_id };
  await raiseEvent(call, 'training.completed', {
    ...training,
    assignment_id: task?.id ?? null,
    status,
  });
  // The event leaves out an unknown score (D159).
  if (score) {
    await raiseEvent(call, 'evaluation.completed', {
      ...training,
      score: score.total ?? undefined,
    });
  }
  return { training_id: trainingId };
}

async function assignmentOf({ db }: Call, id: string, memberId: string): Promise<Task> {
  const task = await db.row<Task>(
    `select a.id, a.status = 'revoked' as revoked, a.situation_id, a.personality_id, a.industry_id
     from assignment a
     where a.tenant_id = $1 and a.id = $2 and a.member_id = $3 for update`,
    [id, memberId],
  );
  if (!task) throw new ApiError('not_found', { detail: 'The member has no such assignment.' });
  if (task.revoked) throw new ApiError('conflict', { detail: 'The assignment has been revoked.' });
  return task;
}

/**
 * Completes the assignment without an event (D121). A repeated training leaves the first one in it.
 */
async function completeAssignment(
  { db, now }: Call,
  id: string,
  trainingId: string,
): Promise<void> {
  await db.write(
    `update assignment a set status = 'done', updated_at = $4,
       completed_training_id = coalesce(a.completed_training_id, $3)
     where a.tenant_id = $1 and a.id = $2`,
    [id, trainingId, now],
  );
}
