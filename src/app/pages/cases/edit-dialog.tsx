import { useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import {
  CaseFields,
  type CaseForm,
  caseForm,
  changesOf,
  type EditableCase,
  formOf,
} from './case-form.tsx';
import { caseTexts } from './texts.ts';

type Props = { case: EditableCase; isOwn: boolean; onClose: () => void };

export function EditDialog({ case: edited, isOwn, onClose }: Props) {
  const t = useTexts(caseTexts);
  const id = useId();
  // The case as the person opened it, not as the page reads it later.
  const [{ before, version }] = useState({ before: formOf(edited), version: edited.version });
  const procedures = isOwn ? own : team;
  const edit = useEdit({
    send: (now: CaseForm, over, options) => {
      const content = changesOf(before, now);
      return procedures.change({ case_id: edited.id, ...content, version: over }, options);
    },
    newest: () => procedures.read(edited.id),
    mine: (now) => changesOf(before, now),
    done: () => {
      showToast(t.saved);
      onClose();
    },
  });
  const { form, place, error, isBusy } = useSchemaForm({
    defaults: before,
    schema: caseForm,
    submit: (now) => edit.save(now, version),
  });
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} />;
  return (
    <Dialog footer={buttons} isDrawer onClose={onClose} title={t.editTitle}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <CaseFields form={form} />
      </Form>
      <StaleDialog fields={t.labels} onReload={onClose} stale={edit.stale} />
    </Dialog>
  );
}

const team = {
  change: client.cases.change.mutate,
  read: (case_id: string) => client.cases.get.query({ case_id }),
};
const own = {
  change: client.cases.changeOwn.mutate,
  read: (case_id: string) => client.cases.getOwn.query({ case_id }),
};
