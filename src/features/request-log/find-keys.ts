import type { PrismaCall } from '../../operation/call.ts';
import { keyState } from '../api-keys/key-state.ts';
import type { NamedKey } from './request-log.schema.ts';

/** The keys with these ids. A key is never deleted, only revoked. */
export async function findKeys(
  { db, prisma, now }: PrismaCall,
  ids: Set<string>,
): Promise<Map<string, NamedKey>> {
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, id: { in: [...ids] } },
    select: {
      ...{ id: true, prefix: true, name: true },
      ...{ revoked_at: true, expires_at: true, rotated_at: true },
    },
  });
  return new Map(
    keys.map(({ id, prefix, name, ...dates }) => [
      id,
      { id, prefix, name, state: keyState(dates, now) },
    ]),
  );
}
