import type { PrismaCall } from '../../operation/call.ts';
import type { ListedKey } from './api-keys.schema.ts';

type Creator = { shown: ListedKey['creator']; mayGrantAdmin: boolean };

const unknown: Creator = { shown: null, mayGrantAdmin: false };

/** The members in whose names keys were made, as they are now. */
export async function findCreators(
  { actor, db, prisma }: PrismaCall,
  ids: Set<string>,
): Promise<(id: string) => Creator> {
  const members = await prisma.member.findMany({
    where: { tenant_id: db.tenantId, id: { in: [...ids] } },
    select: { id: true, email: true, role: true, status: true },
  });
  const showsPeople = actor.privacy.memberDetailEnabled;
  const found = members.map(({ id, email, role, status }): [string, Creator] => [
    id,
    {
      shown: { email: showsPeople ? email : null, role, status } as ListedKey['creator'],
      mayGrantAdmin: status === 'active' && role !== 'member',
    },
  ]);
  const creators = new Map(found);
  return (id) => creators.get(id) ?? unknown;
}
