import { useId, useState } from 'react';
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
import { CaseFields } from './case-fields.tsx';
import { caseForm, changesOf, type EditableCase, formOf } from './case-form.ts';
import { reloadCases } from './reload-cases.ts';
import { caseTexts } from './texts.ts';

type Props = { case: EditableCase; isOwn: boolean; onClose: () => void };

export function EditDialog({ case: edited, isOwn, onClose }: Props) {
  const t = useTexts(caseTexts);
  const timeZone = useTimeZone();
  const id = useId();
  // As it was opened, not as the page reads it meanwhile.
  const [{ before, version }] = useState({ before: formOf(edited), version: edited.version });
  const { change: send } = isOwn ? own : team;
  const change = useAction(send, async () => {
    await reloadCases();
    showToast(t.saved);
    onClose();
  });
  const { form, error, isBusy } = useSchemaForm({
    defaults: before,
    schema: caseForm,
    submit: (now) => change.orThrow({ case_id: edited.id, ...changesOf(before, now), version }),
  });
  const isStale = codeOf(change.error) === 'stale';
  const overwrite = async () => {
    const { read } = isOwn ? own : team;
    const now = await read(edited.id);
    const content = changesOf(before, form.state.values);
    if (now) await change.run({ case_id: edited.id, ...content, version: now.version });
  };
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} />;
  return (
    <Dialog footer={buttons} isDrawer onClose={onClose} title={t.editTitle}>
      <Form error={isStale ? null : error} id={id} onSubmit={form.handleSubmit}>
        <CaseFields form={form} />
      </Form>
      {isStale ? (
        <StaleDialog
          error={change.error}
          fields={{
            title: t.title,
            persona_id: t.persona,
            fields: t.fields,
            external_ref: t.externalRef,
          }}
          onClose={change.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reloadCases().then(onClose)}
          timeZone={timeZone}
        />
      ) : null}
    </Dialog>
  );
}

const team = {
  change: client.cases.change.mutate,
  read: (case_id: string) => client.cases.get.query({ case_id }),
};
/** A person has few private cases, and no procedure for a single one. */
const own = {
  change: client.cases.changeOwn.mutate,
  read: async (case_id: string) => {
    const { data } = await client.cases.listOwn.query({ limit: '200' });
    return data.find(({ id }) => id === case_id);
  },
};
