import { defineListExport } from '../../operation/define-list-export.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { listRequests } from './list-requests.ts';
import { type LoggedRequest, lineFilterInput } from './request-log.schema.ts';

const column = (de: string, en: string, cellOf: (line: LoggedRequest) => unknown) => ({
  title: { de, en },
  cellOf,
});

/** The request log as a file. */
export const requestLogExport = defineListExport({
  rights: { begin: 'export_request_log', read: 'see_request_log' },
  filter: lineFilterInput,
  columns: [
    column('Zeit (UTC)', 'Time (UTC)', ({ at }) => at),
    column('Methode', 'Method', ({ method }) => method),
    column('Route', 'Route', ({ route }) => route),
    column('Pfad', 'Path', ({ path }) => path),
    column('Status', 'Status', ({ status }) => status),
    column('Code', 'Code', ({ code }) => code),
    column('Warum', 'Why', ({ why }) => why),
    column('Dauer (ms)', 'Time taken (ms)', ({ ms }) => ms),
    column('Schlüssel: Name', 'Key: name', ({ key }) => key?.name),
    column('Schlüssel: Präfix', 'Key: prefix', ({ key }) => key?.prefix),
    column('Adresse', 'Address', ({ ip }) => ip),
    column('Anfrage', 'Request', ({ request_id }) => request_id),
  ],
  begin: (call, { filter, format }) =>
    recordAudit(call, {
      action: 'request_log.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    }),
  read: (call, { filter, cursor, limit }) => listRequests(call, { cursor, limit, ...filter }),
});
