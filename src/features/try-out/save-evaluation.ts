import type { MemberCall } from '../../operation/call.ts';
import { believableScore } from './believable-score.ts';
import { holdConversation, takeIn } from './hold-conversation.ts';
import type { Made, Trigger } from './try-out.schema.ts';

/**
 * Evaluates the newest conversation that has ended in the sandbox and waits for its evaluation. If none
 * waits, holds one and evaluates it at once.
 */
export async function saveEvaluation(
  call: MemberCall,
  chosen: Pick<Trigger, 'member_id' | 'assignment_id'>,
): Promise<Made> {
  const score = believableScore();
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
