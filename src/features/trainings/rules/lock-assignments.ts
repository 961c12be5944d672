import type { Call } from '../../../operation/call.ts';

export type LockedAssignment = {
  id: string;
  member_id: string;
  status: string;
  situation_id: string | null;
  personality_id: string | null;
  industry_id: string | null;
};

/** Locks these assignments of the team until the transaction ends, always in the same order. */
export async function lockAssignments(
  { db }: Call,
  ids: readonly string[],
): Promise<Map<string, LockedAssignment>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<LockedAssignment>(
    `select a.id, a.member_id, a.status, a.situation_id, a.personality_id, a.industry_id
     from assignment a
     where a.tenant_id = $1 and a.id = any ($2)
     order by a.id for update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
