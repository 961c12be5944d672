import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { removeMember } from '../members/remove-member.ts';
import { requireSandbox } from '../sandboxes/require-sandbox.ts';
import { testEndpoint } from '../webhooks/test-endpoint.ts';
import { failSynchronization } from './fail-synchronization.ts';
import { holdConversation } from './hold-conversation.ts';
import { acceptMember, inviteSomebody } from './invite-somebody.ts';
import { saveEvaluation } from './save-evaluation.ts';
import type { Made, Trigger, Triggered } from './try-out.schema.ts';

/**
 * Makes something happen in a sandbox, through the operation of a real team with its checks, limits, audit
 * entries and events. The person who asks is the actor.
 */
export async function trigger(call: MemberCall, input: Trigger): Promise<Triggered> {
  await requireSandbox(call);
  const { requestId } = call;
  if (requestId === null) throw new Error('A call of the app has a request id');
  return { request_id: requestId, made: await make(call, input) };
}

async function make(call: MemberCall, input: Trigger): Promise<Made[]> {
  switch (input.name) {
    case 'training.completed':
      return [await holdConversation(call, input)];
    case 'evaluation.completed':
      return [await saveEvaluation(call, input)];
    case 'member.joined':
      return [await inviteSomebody(call)];
    case 'member.accepted':
      return [await acceptMember(call, input)];
    case 'member.removed': {
      const id = await findLeaving(call, input);
      await removeMember(call, id);
      return [{ kind: 'member', id }];
    }
    case 'crm.sync.failed':
      return [await failSynchronization(call)];
    case 'ping':
      return [await pingEndpoint(call, input)];
    case 'assignment.created':
    case 'assignment.completed':
      throw new ApiError('conflict', { because: 'only_by_programs' });
  }
}

/** The member who leaves: the chosen one, or the one who joined last. */
async function findLeaving(
  { db, prisma }: MemberCall,
  { member_id }: Pick<Trigger, 'member_id'>,
): Promise<string> {
  if (member_id !== undefined) return member_id;
  const newest = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, role: 'member', status: { not: 'removed' } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!newest) throw new ApiError('not_found', { because: 'nobody_to_remove' });
  return newest.id;
}

async function pingEndpoint(
  call: MemberCall,
  { endpoint_id }: Pick<Trigger, 'endpoint_id'>,
): Promise<Made> {
  const id = endpoint_id ?? (await findNewestEndpoint(call));
  const { delivery_id } = await testEndpoint(call, id);
  return { kind: 'delivery', id: delivery_id };
}

async function findNewestEndpoint({ db, prisma }: MemberCall): Promise<string> {
  const newest = await prisma.webhookEndpoint.findFirst({
    where: { tenant_id: db.tenantId, deleted_at: null },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!newest) throw new ApiError('not_found', { because: 'no_endpoint_to_ping' });
  return newest.id;
}
