import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type Assignment, assignmentEdits, listAssignmentsInApp } from './assignments.schema.ts';
import { listAssignments } from './list-assignments.ts';

const column = columnsOf<Assignment>();

/** The assignments as a file. A search stays out of it, because it may name people. */
export const assignmentExport = defineListExport({
  rights: { begin: 'export_lists', read: 'see_assignments' },
  filter: listAssignmentsInApp.pick({ status: true, member_id: true }),
  columns: [
    column('Titel', 'Title', ({ title }) => title),
    column('E-Mail', 'E-mail', ({ member_email }) => member_email),
    column('Status', 'Status', ({ status }) => status),
    column('Fällig', 'Due', ({ due_date }) => due_date),
    column('Gestellt (UTC)', 'Assigned (UTC)', ({ created_at }) => created_at),
    column('Hinweis', 'Note', ({ note }) => note),
    column('Situation', 'Situation', ({ situation_id }) => situation_id),
    column('Persönlichkeit', 'Personality', ({ personality_id }) => personality_id),
    column('Branche', 'Industry', ({ industry_id }) => industry_id),
    column('Erledigt mit', 'Done with', ({ completed_training_id }) => completed_training_id),
    column('Aufgabe: Kennung', 'Assignment: id', ({ id }) => id),
    column('Person: Kennung', 'Person: id', ({ member_user_id }) => member_user_id),
  ],
  async begin(call, { filter, format }) {
    call.actor.privacy.requireMemberDetail();
    await recordAudit(call, {
      action: 'assignment_list.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    });
  },
  async read(call, { filter, cursor, limit }) {
    call.actor.privacy.requireMemberDetail();
    const page = await listAssignments(call, { cursor, limit, ...filter });
    return page.edits(assignmentEdits).toJSON();
  },
});
