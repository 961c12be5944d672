import {
  type AnyFormApi,
  createFormHook,
  createFormHookContexts,
  useStore,
} from '@tanstack/react-form';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';
import { codeOf, failureOf } from '../api/failure.ts';
import { useSession } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { AreaField, SelectField, TextField } from './field.tsx';
import { issueText } from './issue-text.ts';
import { uiTexts } from './texts.ts';
import { drafts, useUnsaved } from './unsaved.ts';

const { fieldContext, formContext, useFieldContext, useFormContext } = createFormHookContexts();

export { useFieldContext };

function useBound(invalid?: string) {
  const texts = useTexts(uiTexts);
  const t = invalid === undefined ? texts : { ...texts, invalid };
  const field = useFieldContext<string>();
  const [issue] = field.state.meta.errors as unknown[];
  const { name, state } = field;
  const onChange = ({ target }: { target: { value: string } }) => field.handleChange(target.value);
  return {
    // Without `onBlur`, which would remove what the server has refused as soon as the person leaves the field.
    control: { name, value: state.value, onChange },
    error: issue === undefined ? undefined : issueText(issue, t),
  };
}

/** The hint of a field says which values are allowed. It is shown for a value that has the right length but is wrong. */
type Fits = { invalid?: string | undefined };
type TextProps = Fits & Omit<Parameters<typeof TextField>[0], 'value' | 'onChange' | 'error'>;
type AreaProps = Fits & Omit<Parameters<typeof AreaField>[0], 'value' | 'onChange' | 'error'>;
type SelectProps = Omit<Parameters<typeof SelectField>[0], 'value' | 'onChange' | 'error'>;

export function Text({ invalid, ...props }: TextProps) {
  const { control, error } = useBound(invalid);
  return <TextField {...props} {...control} error={error} />;
}

export function Area({ invalid, ...props }: AreaProps) {
  const { control, error } = useBound(invalid);
  return <AreaField {...props} {...control} error={error} />;
}

export function Select(props: SelectProps) {
  const { control, error } = useBound();
  return <SelectField {...props} {...control} error={error} />;
}

const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { Text, Area, Select },
  formComponents: {},
});

type Options<T> = {
  /** Keeps the content until it is sent, under this name. Never set it for a form with a password. */
  draft?: string;
  defaults: T;
  /** The server's schema of the input, or a part of it. */
  schema?: z.ZodType<unknown, T>;
  /** With the result `keep`, a part of the content was refused: the draft stays. */
  submit: (value: T) => Promise<unknown>;
};

/** A form that shows each error beside its field, whether the browser or the server has found it. */
export function useSchemaForm<T extends object>({ draft, defaults, schema, submit }: Options<T>) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [saved, setSaved] = useState(defaults);
  const person = useSession()?.person.id;
  const kept = draft ? `${person} ${draft}` : undefined;
  const stored = kept ? (drafts.get(kept) as T | undefined) : undefined;
  const form = useAppForm({
    defaultValues: stored ?? defaults,
    ...(schema ? { validators: { onSubmit: schema as z.ZodType<unknown, T> } } : {}),
    listeners: {
      onChange: ({ formApi }) => {
        if (kept) drafts.set(kept, formApi.state.values);
      },
    },
    onSubmit: async ({ value, formApi }) => {
      setError(null);
      setIsBusy(true);
      try {
        if ((await submit(value)) === 'keep') return;
        setSaved(value);
        if (kept) drafts.delete(kept);
      } catch (refusal) {
        // The `StaleDialog` handles this refusal.
        if (codeOf(refusal) === 'stale') return;
        // An error in a field that the form lacks is shown like any other refusal.
        const fields = fieldsOf(refusal).filter(([name]) => Object.hasOwn(value, name));
        for (const [name, issue] of fields) {
          formApi.setFieldMeta(name as never, (meta) => ({
            ...meta,
            errorMap: { ...meta.errorMap, onSubmit: issue },
          }));
        }
        if (fields.length === 0) setError(refusal);
      } finally {
        setIsBusy(false);
      }
    },
  });
  const place = useRef<HTMLFormElement>(null);
  const isChanged = useStore(
    form.store,
    ({ values, isSubmitting }) =>
      !isSubmitting && !isSame(values, defaults) && !isSame(values, saved),
  );
  useUnsaved(isChanged, place, kept !== undefined);
  return { form, place, error, isBusy };
}

/** The form around, as far as it consists of texts. */
export function useTextForm() {
  return useFormContext() as unknown as ReturnType<
    typeof useSchemaForm<Record<string, string>>
  >['form'];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The errors that the server has found, by field. */
function fieldsOf(error: unknown): [name: string, issue: { code: string; message: string }][] {
  const failure = failureOf(error);
  const issues = failure?.errors ?? [];
  const named = issues.map(
    ({ pointer, code, detail }): [string, { code: string; message: string }] => [
      pointer.split('/')[1] ?? '',
      { code, message: detail },
    ],
  );
  if (failure?.field) {
    named.push([failure.field, { code: 'refused', message: failure.explanation ?? '' }]);
  }
  return named.filter(([name]) => name !== '');
}

/** Submits the form, and scrolls to an error that is out of sight. */
async function submitAndShow(form: HTMLFormElement, submit: () => unknown): Promise<void> {
  await submit();
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

/** What `useSchemaForm` returns. */
type Sent = {
  form: AnyFormApi;
  place: RefObject<HTMLFormElement | null>;
  error: unknown;
  isBusy: boolean;
};
type FormProps = {
  sent: Sent;
  id?: string;
  /** The verb on its button. Missing: a button outside of the form has `form={id}`. */
  verb?: string;
  look?: 'primary';
  isWide?: boolean;
  children: ReactNode;
};

/** A form, and below it why it was refused. */
export function Form({ sent, id, verb, children, ...button }: FormProps) {
  const { form, place, error, isBusy } = sent;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      id={id}
      noValidate
      ref={place}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submitAndShow(event.currentTarget, form.handleSubmit);
      }}
    >
      <formContext.Provider value={form}>{children}</formContext.Provider>
      {verb ? (
        <div>
          <Button {...button} isBusy={isBusy} type="submit">
            {verb}
          </Button>
        </div>
      ) : null}
      <FailureNotice error={error} />
    </form>
  );
}
