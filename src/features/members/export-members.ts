import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type DirectoryEntry, directoryInput } from './directory.schema.ts';
import { listDirectory } from './list-directory.ts';

const column = columnsOf<DirectoryEntry>();

/** The members as a file. A search stays out of it: a URL may name people by their ids alone (P380). */
export const memberExport = defineListExport({
  rights: { begin: 'export_lists', read: 'see_members' },
  filter: directoryInput.pick({ role: true, status: true }),
  columns: [
    column('Name', 'Name', ({ name }) => name),
    column('E-Mail', 'E-mail', ({ email }) => email),
    column('Rolle', 'Role', ({ role }) => role),
    column('Rechte', 'Rights', ({ rights }) => (rights.length > 0 ? rights : null)),
    column('Status', 'Status', ({ status }) => status),
    column('Sprache', 'Language', ({ lang }) => lang),
    column('Eingeladen (UTC)', 'Invited (UTC)', ({ created_at }) => created_at),
    column('Beigetreten (UTC)', 'Joined (UTC)', ({ joined_at }) => joined_at),
    column('Mitglied: Kennung', 'Member: id', ({ id }) => id),
    column('Person: Kennung', 'Person: id', ({ user_id }) => user_id),
  ],
  begin: (call, { filter, format }) =>
    recordAudit(call, {
      action: 'member_list.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    }),
  read: (call, { filter, cursor, limit }) => listDirectory(call, { cursor, limit, ...filter }),
});
