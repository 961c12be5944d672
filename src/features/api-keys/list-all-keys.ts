import type { PrismaCall } from '../../operation/call.ts';
import type { ListedKey } from './api-keys.schema.ts';
import { describeKeys } from './describe-keys.ts';

/** All keys of the team, newest first, without their secrets. The operator reads them on one page. */
export async function listAllKeys(call: PrismaCall): Promise<ListedKey[]> {
  const { db, prisma } = call;
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId },
    omit: { hash: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  return describeKeys(call, keys);
}
