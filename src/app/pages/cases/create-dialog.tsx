import { useStore } from '@tanstack/react-form';
import { z } from 'zod';
import { caseFields } from '../../../features/cases/case-fields.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useTexts } from '../../text/language.ts';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { formSchema, typedOf, valuesIn } from '../../ui/field-values.ts';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { caseTexts } from './texts.ts';
import { useChoices } from './use-choices.ts';

type Props = {
  /** A private case: the form asks for no member. */
  isOwn?: boolean;
  onClose: () => void;
};

export function CreateDialog({ isOwn = false, onClose }: Props) {
  const t = useTexts(caseTexts);
  const done = async () => {
    showToast(t.created);
    onClose();
  };
  const create = useAction(client.cases.create.mutate, done);
  const createOwn = useAction(client.cases.createOwn.mutate, done);
  const sent = useSchemaForm({
    draft: isOwn ? 'new-own-case' : 'new-case',
    defaults: { user_id: '', ...typedOf(caseFields) },
    schema: formSchema(caseFields).extend({ user_id: z.string() }),
    submit: (values) => {
      const content = valuesIn(caseFields, values);
      if (isOwn) return createOwn.orThrow(content);
      return create.orThrow({ user_id: values.user_id, ...content });
    },
  });
  const { form } = sent;
  const userId = useStore(form.store, ({ values }) => values.user_id);
  const choices = useChoices();
  return (
    <FormDialog
      button={{ disabled: !isOwn && userId === '' }}
      isDrawer
      onClose={onClose}
      sent={sent}
      title={t.create}
      verb={t.create}
    >
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
      <FieldInputs choices={choices} of={caseFields} />
    </FormDialog>
  );
}
