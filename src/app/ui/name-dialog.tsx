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
  /** The most characters. */
  longest?: number;
  /** The verb on the button. Missing: "save". */
  verb?: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

/** Names or renames something. */
export function NameDialog({ title, label, hint, name, verb, save, ...more }: Props) {
  const { longest = 100, onClose, children } = more;
  const id = useId();
  const { form, place, error, isBusy } = useSchemaForm({
    defaults: { name },
    schema: z.object({ name: lineText(1, longest) }),
    submit: (values) => save(values.name),
  });
  const named = verb === undefined ? {} : { verb };
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} {...named} />;
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={title}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <form.AppField name="name">
          {(field) => (
            <field.Text
              autoComplete="off"
              hint={hint}
              label={label}
              // A proposed name is as long as it may be, so what is typed must replace it.
              onFocus={({ target }) => target.select()}
            />
          )}
        </form.AppField>
      </Form>
      {children}
    </Dialog>
  );
}
