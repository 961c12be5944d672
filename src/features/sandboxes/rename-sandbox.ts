import type { TeamVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { requirePlainName } from '../../shared/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { changeSandbox } from './change-sandbox.ts';

export async function renameSandbox(call: TeamVisit, id: string, name: string): Promise<Ok> {
  requirePlainName(name);
  await changeSandbox(call, id, { name });
  await recordAudit(call, { action: 'sandbox.renamed', targetId: id, changes: { name } });
  return { ok: true };
}
