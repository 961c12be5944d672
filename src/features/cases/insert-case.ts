import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { type CaseContent, caseShape } from './cases.schema.ts';

type NewCase = { memberId: string; visibility: 'team' | 'private'; content: CaseContent };

/** Inserts a case. Returns its id and the whole case as JSON. */
export async function insertCase(
  { db, now }: Call,
  { memberId, visibility, content }: NewCase,
): Promise<{ id: string; json: string }> {
  const id = newId('cas', now);
  const times = { created_at: now, updated_at: now };
  const row = await db.insertReturning(
    'teamCase',
    { id, member_id: memberId, visibility, ...content, ...times },
    { as: 'c', select: `${asJson(caseShape)} from c` },
  );
  return { id, json: row.json };
}
