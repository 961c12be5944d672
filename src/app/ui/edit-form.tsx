import { type ComponentProps, useState } from 'react';
import type { z } from 'zod';
import { type Fields, labelsIn, type ValuesOf } from '../../shared/schema/fields.ts';
import type { WorkOptions } from '../api/use-action.ts';
import { useEdit } from '../api/use-edit.ts';
import { useLanguage } from '../text/language.ts';
import { FieldInputs } from './field-inputs.tsx';
import {
  type Checks,
  type ChoicesOf,
  changesOf,
  formSchema,
  readable,
  type Typed,
  typedOf,
} from './field-values.ts';
import { useSchemaForm } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { showToast } from './toasts.tsx';

type Edited = { version: string };
type Options<F extends Fields> = {
  fields: F;
  /** Fields that others may change, and this form does not. */
  others?: Fields;
  choices?: ChoicesOf;
  checks?: Checks;
  object: Edited;
  /** Saves the fields that the person has changed. */
  send: (
    changes: Partial<ValuesOf<F>> & Edited,
    options: WorkOptions,
  ) => Promise<Edited | { ok: boolean }>;
  /** Reads the object again. */
  newest: () => Promise<Edited>;
  done: () => unknown;
  draft?: string;
  /** The person gives up the own entries. Missing: the form shows what is saved now. */
  onReload?: () => unknown;
};

/** The form of an object that others may edit at the same time, and the question about their changes. */
export function useEditForm<F extends Fields>(options: Options<F>) {
  const { fields, others = {}, choices = {}, checks, object, draft } = options;
  const { send, newest, done, onReload } = options;
  const language = useLanguage();
  // The page may read the object again later.
  const [seen, setSeen] = useState(object);
  const before = typedOf(fields, seen);
  const edit = useEdit({
    send: (now: Typed<F>, version, work) =>
      send({ ...changesOf(fields, before, now), version }, work),
    newest,
    mine: (now) => changesOf(fields, before, now),
    done: (saved) => {
      if ('version' in saved) setSeen(saved);
      return done();
    },
  });
  const sent = useSchemaForm<Typed<F>>({
    ...(draft && { draft }),
    defaults: before,
    schema: formSchema(fields, checks) as unknown as z.ZodType<unknown, Typed<F>>,
    submit: (now) => edit.save(now, seen.version),
  });
  const showNew = async () => {
    const now = await newest();
    setSeen(now);
    sent.form.reset(typedOf(fields, now));
  };
  const all: Fields = { ...fields, ...others };
  const stale = (
    <StaleDialog
      fields={labelsIn(all, language)}
      onReload={onReload ?? showNew}
      show={(name, value) => readable(all[name], value, language, choices[name])}
      stale={edit.stale}
    />
  );
  return { sent, stale };
}

type DialogProps<F extends Fields> = Omit<Options<F>, 'done' | 'onReload'> &
  Omit<ComponentProps<typeof FormDialog>, 'sent' | 'children'> & {
    /** What is said when it is saved. */
    saved: string;
  };

/** A dialog with such a form. */
export function EditDialog<F extends Fields>(props: DialogProps<F>) {
  const { fields, choices, saved, onClose } = props;
  const done = () => {
    showToast(saved);
    onClose();
  };
  const { sent, stale } = useEditForm({ ...props, done, onReload: onClose });
  return (
    <FormDialog {...props} below={stale} sent={sent}>
      <FieldInputs choices={choices} of={fields} />
    </FormDialog>
  );
}
