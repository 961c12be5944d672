import type { PrismaCall } from '../../operation/call.ts';
import { byAge } from '../api-keys/describe-keys.ts';
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

/**
 * For each of these keys: its id, and those of the keys that it has replaced, which are the same program. The keys of
 * a lineage are a chain. The log stands on other servers than the keys, so its statements get the ids.
 */
export async function findReplaced(
  { db, prisma }: Pick<PrismaCall, 'db' | 'prisma'>,
  ids: string[],
): Promise<Map<string, string[]>> {
  const { tenantId: tenant_id } = db;
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id, id: { in: ids } },
    select: { lineage_id: true },
  });
  const related = await prisma.apiKey.findMany({
    where: { tenant_id, lineage_id: { in: keys.map(({ lineage_id }) => lineage_id) } },
    select: { id: true, lineage_id: true, created_at: true, rotated_at: true },
  });
  const chains = Map.groupBy(related.sort(byAge), ({ lineage_id }) => lineage_id);
  return new Map(
    [...chains.values()].flatMap((chain) =>
      chain.map(({ id }, place) => [id, chain.slice(0, place + 1).map((one) => one.id)] as const),
    ),
  );
}
