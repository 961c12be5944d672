import type { ReactNode } from 'react';
import { z } from 'zod';
import { lineText } from '../../shared/schema/text.ts';
import { useSchemaForm } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';

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
  const sent = useSchemaForm({
    defaults: { name },
    schema: z.object({ name: lineText(1, longest) }),
    submit: (values) => save(values.name),
  });
  return (
    <FormDialog below={children} onClose={onClose} sent={sent} size="sm" title={title} verb={verb}>
      <sent.form.AppField name="name">
        {(field) => (
          <field.Text
            autoComplete="off"
            hint={hint}
            label={label}
            // A proposed name is as long as it may be, so what is typed must replace it.
            onFocus={({ target }) => target.select()}
          />
        )}
      </sent.form.AppField>
    </FormDialog>
  );
}
