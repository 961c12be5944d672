import type { Privacy } from '../../auth/privacy.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { MemberCall } from '../../operation/call.ts';
import { findNamesAt } from '../members/find-names-at.ts';

/** The name of a member at a moment, or the present name of a key, by id or prefix. Null if there is none. */
export type NameAt = (id: string, at: string) => string | null;

/**
 * Finds the names that members had at certain moments, and the present names of keys. While member
 * detail is off, it finds no person's name but one's own.
 */
export async function findNames(
  { db, prisma, actor }: MemberCall,
  wanted: readonly (readonly [id: string, at: string])[],
): Promise<NameAt> {
  const people = await namesOfMembers(db, wanted, actor.privacy, actor);
  const visitors =
    db.home === db ? [] : await namesOfMembers(db.home, wanted, actor.homePrivacy, actor);
  const all = [...new Set(wanted.map(([id]) => id))];
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, OR: [{ id: { in: all } }, { prefix: { in: all } }] },
    select: { id: true, prefix: true, name: true },
  });
  const names = new Map<string, string | null>([
    ...people,
    ...visitors,
    ...keys.flatMap(({ id, prefix, name }): [string, string][] => [
      [id, name],
      [prefix, name],
    ]),
  ]);
  return (id, at) => names.get(`${id} ${at}`) ?? names.get(id) ?? null;
}

/** The names of members, by id and moment. People who act in a sandbox are members of its team. */
async function namesOfMembers(
  team: TeamDb,
  wanted: readonly (readonly [id: string, at: string])[],
  privacy: Privacy,
  { memberId }: Pick<MemberCall['actor'], 'memberId'>,
): Promise<[string, string | null][]> {
  const showsAll = privacy.shows('audit_entry', 'name');
  const members = wanted.filter(([id]) => id.startsWith('mem_') && (showsAll || id === memberId));
  const people = await findNamesAt(
    team,
    members.map(([id, at]) => ({ id, at })),
  );
  return people.flatMap((then, i): [string, string | null][] =>
    then ? [[(members[i] ?? []).join(' '), then.name ?? then.address]] : [],
  );
}
