import { defineListExport } from '../../operation/define-list-export.ts';
import type { Language } from '../../shared/language.ts';
import { type AuditEntry, auditFilterInput } from './audit-log.schema.ts';
import { actionText, auditNames } from './audit-names.schema.ts';
import { listEntries } from './list-entries.ts';
import { recordAudit } from './record-audit.ts';

type CellOf = (entry: AuditEntry, language: Language) => unknown;
const column = (de: string, en: string, cellOf: CellOf) => ({
  title: { de, en },
  cellOf,
});

/** The audit log as a file. */
export const auditLogExport = defineListExport({
  rights: { begin: 'export_audit_log', read: 'see_audit_log' },
  filter: auditFilterInput,
  columns: [
    column('Zeit (UTC)', 'Time (UTC)', ({ at }) => at),
    column('Wer: Art', 'Who: kind', ({ actor }, language) =>
      nameOf(auditNames[language].kinds, actor.kind),
    ),
    column('Wer: Name', 'Who: name', ({ actor }) => actor.name),
    column('Wer: Kennung', 'Who: id', ({ actor }) => actor.id),
    column('Was', 'What', ({ action }, language) => actionText(action, auditNames[language])),
    column('Was: Code', 'What: code', ({ action }) => action),
    column('Objekt: Art', 'Object: kind', ({ target }, language) =>
      nameOf(auditNames[language].objects, target.kind),
    ),
    column('Objekt: Name', 'Object: name', ({ target }) => target.name),
    column('Objekt: Kennung', 'Object: id', ({ target }) => target.id),
    column('Änderungen', 'Changes', ({ changes }) => (changes.length > 0 ? changes : null)),
    column('Adresse', 'Address', ({ ip }) => ip),
    column('Anfrage', 'Request', ({ request_id }) => request_id),
  ],
  begin: (call, { filter, format }) =>
    recordAudit(call, {
      action: 'audit_log.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    }),
  read: (call, { filter, cursor, limit }) => listEntries(call, { cursor, limit, ...filter }),
});

/** If a kind is newer than these names, the file shows the kind itself. */
function nameOf(names: Readonly<Record<string, string>>, kind: string): string {
  return names[kind] ?? kind;
}
