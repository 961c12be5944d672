import { useId, useState } from 'react';
import { z } from 'zod';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { EditableAssignment } from './assignment-drawer.tsx';
import { reloadAssignments } from './reload-assignments.ts';
import { assignmentTexts } from './texts.ts';

type Props = { assignment: EditableAssignment; onClose: () => void };

const schema = z.object({ note: z.string().max(5000), due_date: z.string() });

export function EditDialog({ assignment, onClose }: Props) {
  const t = useTexts(assignmentTexts);
  const timeZone = useTimeZone();
  const formId = useId();
  const { id: assignment_id } = assignment;
  // The version that was seen, not the one that the page reads meanwhile.
  const [version] = useState(assignment.version);
  const change = useAction(client.assignments.change.mutate, async () => {
    await reloadAssignments();
    showToast(t.marked);
    onClose();
  });
  const { form, error, isBusy } = useSchemaForm({
    defaults: { note: assignment.note ?? '', due_date: assignment.due_date ?? '' },
    schema,
    submit: (values) => change.orThrow({ assignment_id, ...sent(values), version }),
  });
  const isStale = codeOf(change.error) === 'stale';
  const overwrite = async () => {
    const now = await client.assignments.get.query({ assignment_id });
    await change.run({ assignment_id, ...sent(form.state.values), version: now.version });
  };
  const buttons = <FormButtons form={formId} isBusy={isBusy} onCancel={onClose} />;
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.editTitle}>
      <Form error={isStale ? null : error} id={formId} onSubmit={form.handleSubmit}>
        <form.AppField name="due_date">
          {(field) => <field.Text label={t.dueOptional} type="date" />}
        </form.AppField>
        <form.AppField name="note">
          {(field) => <field.Area label={t.noteOptional} rows={5} />}
        </form.AppField>
      </Form>
      {isStale ? (
        <StaleDialog
          error={change.error}
          fields={{ note: t.note, due_date: t.due, status: t.status }}
          onClose={change.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reloadAssignments().then(onClose)}
          timeZone={timeZone}
        />
      ) : null}
    </Dialog>
  );
}

function sent({ note, due_date }: { note: string; due_date: string }) {
  return { note: note.trim() || null, due_date: due_date || null };
}
