import { showsField } from '../../auth/privacy.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/**
 * The names of members and keys, as they are now, by the id of a member, the id of a key or its prefix.
 * While member detail is off, of people only one's own.
 */
export async function findNames(
  { db, prisma, actor }: TeamVisit,
  ids: Set<string>,
): Promise<Map<string, string>> {
  const all = [...ids];
  const members = all.filter((id) => id.startsWith('mem_'));
  const shown = showsField(actor.privacy, 'audit_entry', 'name')
    ? members
    : members.filter((id) => id === actor.memberId);
  const people = await db.rows<{ id: string; name: string | null }>(
    `select m.id, coalesce(p.name, m.former_name, nullif(m.email, '${ERASED_EMAIL}')) as name
     from member m left join lateral (
       select n.name from person n where n.id = m.user_id limit 1) p on true
     where m.tenant_id = $1 and m.id = any ($2)`,
    [shown],
  );
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, OR: [{ id: { in: all } }, { prefix: { in: all } }] },
    select: { id: true, prefix: true, name: true },
  });
  return new Map([
    ...people.flatMap(({ id, name }): [string, string][] => (name === null ? [] : [[id, name]])),
    ...keys.flatMap(({ id, prefix, name }): [string, string][] => [
      [id, name],
      [prefix, name],
    ]),
  ]);
}
