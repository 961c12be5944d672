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
      id: true,
      prefix: true,
      name: true,
      revoked_at: true,
      expires_at: true,
      rotated_at: true,
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
 * The chains of these keys: the ids of a lineage, oldest first. A key and those before it, which it has replaced, are the
 * same program. The log stands on other servers than the keys, so its statements get the ids. A chain may be long, so it
 * is made once and not for each of its keys.
 */
export async function findChains(
  { db, prisma }: Pick<PrismaCall, 'db' | 'prisma'>,
  ids: string[],
): Promise<string[][]> {
  const { tenantId: tenant_id } = db;
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id, id: { in: ids } },
    select: { lineage_id: true },
  });
  const lineages = new Set(keys.map(({ lineage_id }) => lineage_id));
  const related = await prisma.apiKey.findMany({
    where: { tenant_id, lineage_id: { in: [...lineages] } },
    select: { id: true, lineage_id: true, created_at: true, rotated_at: true },
  });
  const chains = Map.groupBy(related.sort(byAge), ({ lineage_id }) => lineage_id);
  return [...chains.values()].map((chain) => chain.map(({ id }) => id));
}
