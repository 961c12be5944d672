import { type ReactNode, useId } from 'react';
import { z } from 'zod';
import { lineText } from '../../shared/text.ts';
import { Dialog } from './dialog.tsx';
import { Form, useSchemaForm } from './form.tsx';
import { FormButtons } from './form-buttons.tsx';

type Props = {
  title: string;
  label: string;
  hint?: string;
  name: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
  /** Shows a refusal of the typed name in another way than as an error. */
  refusal?: ((name: string) => ReactNode) | undefined;
};

const schema = z.object({ name: lineText(1, 100) });

/** Renames something. */
export function NameDialog({ title, label, hint, name, save, onClose, refusal }: Props) {
  const id = useId();
  const { form, error, isBusy } = useSchemaForm({
    defaults: { name },
    schema,
    submit: (given) => save(given.name),
  });
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} />;
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={title}>
      <Form error={refusal ? null : error} id={id} onSubmit={form.handleSubmit}>
        <form.AppField name="name">
          {(field) => <field.Text autoComplete="off" hint={hint} label={label} />}
        </form.AppField>
      </Form>
      {refusal?.(form.state.values.name)}
    </Dialog>
  );
}
