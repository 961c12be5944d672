import { useStore } from '@tanstack/react-form';
import { useId } from 'react';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { CaseFields, caseForm, changesOf, emptyForm } from './case-form.tsx';
import { caseTexts } from './texts.ts';

type Props = {
  /** A private case: the form asks for no member. */
  isOwn?: boolean;
  onClose: () => void;
};

export function CreateDialog({ isOwn = false, onClose }: Props) {
  const t = useTexts(caseTexts);
  const id = useId();
  const done = async () => {
    showToast(t.created);
    onClose();
  };
  const create = useAction(client.cases.create.mutate, done);
  const createOwn = useAction(client.cases.createOwn.mutate, done);
  const { form, place, error, isBusy } = useSchemaForm({
    draft: isOwn ? 'new-own-case' : 'new-case',
    defaults: emptyForm,
    schema: caseForm,
    submit: (values) => {
      const content = changesOf(emptyForm, values);
      if (isOwn) return createOwn.orThrow(content);
      return create.orThrow({ user_id: values.user_id, ...content });
    },
  });
  const userId = useStore(form.store, ({ values }) => values.user_id);
  const buttons = (
    <FormButtons
      disabled={!isOwn && userId === ''}
      form={id}
      isBusy={isBusy}
      onCancel={onClose}
      verb={t.create}
    />
  );
  return (
    <Dialog footer={buttons} isDrawer onClose={onClose} title={t.create}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        {isOwn ? null : (
          <form.AppField name="user_id">
            {(field) => (
              <MemberSelect
                by="user_id"
                isField
                label={t.member}
                nobody={t.chooseMember}
                onChange={field.handleChange}
                value={userId}
              />
            )}
          </form.AppField>
        )}
        <CaseFields form={form} />
      </Form>
    </Dialog>
  );
}
