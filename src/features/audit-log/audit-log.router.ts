import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { listTotal } from '../../shared/schema/page-schema.ts';
import { auditFilterInput, auditPage, listAuditInput } from './audit-log.schema.ts';
import { countEntries, listEntries } from './list-entries.ts';

export const auditLogRouter = router({
  list: teamProcedure('see_audit_log', {
    name: 'auditLog.list',
    section: 'Logs',
    personal: 'audit_entry',
  })
    .input(listAuditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listEntries(ctx, input)),

  count: teamProcedure('see_audit_log')
    .input(auditFilterInput)
    .output(listTotal)
    .query(({ ctx, input }) => countEntries(ctx, input)),

  export: teamProcedure('export_audit_log')
    .input(z.strictObject({}))
    .output(z.strictObject({ url: z.literal('/app/export/audit-log') }))
    .query(() => ({ url: '/app/export/audit-log' as const })),
});
