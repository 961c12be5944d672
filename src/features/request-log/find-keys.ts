import type { PrismaCall } from '../../operation/call.ts';
import type { NamedKey } from './request-log.schema.ts';

/** The keys with these ids. A key is never deleted, only revoked. */
export async function findKeys(
  { db, prisma }: PrismaCall,
  ids: Set<string>,
): Promise<Map<string, NamedKey>> {
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, id: { in: [...ids] } },
    select: { id: true, prefix: true, name: true },
  });
  return new Map(keys.map((key) => [key.id, key]));
}
