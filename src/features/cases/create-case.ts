import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { CreatedJson } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockActiveMember } from '../members/rules/lock-active-member.ts';
import { type Case, caseShape, type createCaseInput, jsonOrNull } from './cases.schema.ts';

/** Creates a team case of an active member. Other people answer 404 (D134). */
export async function createCase(
  call: Call,
  input: z.output<typeof createCaseInput>,
): Promise<CreatedJson<Case>> {
  const memberId = await lockActiveMember(call, input.user_id);
  const id = newId('cas', call.now);
  const row = await call.db.write<{ json: string }>(
    `with c as (
       insert into team_case (tenant_id, id, member_id, visibility, title, persona_id, fields,
         external_ref, created_at, updated_at)
       values ($1, $2, $3, 'team', $4, $5, $6, $7, $8, $8)
       returning *
     )
     select ${asJson(caseShape)}
     from c`,
    [
      id,
      memberId,
      input.title ?? null,
      input.persona_id ?? null,
      jsonOrNull(input.fields),
      jsonOrNull(input.external_ref),
      call.now,
    ],
  );
  if (!row) throw new Error('The case was not inserted');
  await recordAudit(call, { action: 'case.created', targetId: id });
  return new CreatedJson(id, row.json);
}
