import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';

/**
 * Puts members on the list of erasures. The intake of trainings locks the rows of its members: this function
 * waits for running intake about them, and intake that begins later finds them on the list. `leftSince` says
 * since when the members had the names that the owner leaves in texts, because the list contains no name. Returns how
 * many members are new on the list.
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

/** Finds since when these members had the names that the owner leaves in texts. */
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
