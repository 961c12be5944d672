import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { testEndpoint } from '../webhooks/test-endpoint.ts';
import type { Made, Trigger } from './try-out.schema.ts';

export async function pingEndpoint(
  call: MemberCall,
  { endpoint_id }: Pick<Trigger, 'endpoint_id'>,
): Promise<Made> {
  const id = endpoint_id ?? (await findNewest(call));
  const { delivery_id } = await testEndpoint(call, id);
  return { kind: 'delivery', id: delivery_id };
}

async function findNewest({ db, prisma }: MemberCall): Promise<string> {
  const newest = await prisma.webhookEndpoint.findFirst({
    where: { tenant_id: db.tenantId, deleted_at: null },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!newest) throw new ApiError('not_found', { because: 'no_endpoint_to_ping' });
  return newest.id;
}
