import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';

/**
 * Puts members on the list of erasures. What is just being written about them comes first: intake holds
 * their rows until it has ended, and what begins later finds them on the list. `leftSince` tells the names
 * that the owner leaves in texts (P441). Returns how many are new.
 */
export async function listErasures(
  { db, prisma, now }: PrismaCall,
  memberIds: readonly string[],
  leftSince: readonly Date[] = [],
): Promise<number> {
  await db.rows(
    `select m.id from member m where m.tenant_id = $1 and m.id = any ($2)
     order by m.id for no key update`,
    [memberIds],
  );
  const { count } = await prisma.erasure.createMany({
    data: memberIds.map((member_id) => ({
      id: newId('ers', now),
      tenant_id: db.tenantId,
      member_id,
      created_at: now,
      left_since: [...leftSince],
    })),
    skipDuplicates: true,
  });
  return count;
}

/** Since when these members had the names that the owner leaves in texts. */
export async function findLeftSince(
  { db, prisma }: PrismaCall,
  memberIds: readonly string[],
): Promise<Date[]> {
  const erasures = await prisma.erasure.findMany({
    where: { tenant_id: db.tenantId, member_id: { in: [...memberIds] } },
    select: { left_since: true },
  });
  return erasures.flatMap(({ left_since }) => left_since);
}
