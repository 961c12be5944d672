import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import { caseTexts } from './texts.ts';

export type EditableCase = AppOutputs['cases']['get'];

/** A JSON object as text. An empty text stands for no object. */
const objectText = z.string().superRefine((text, context) => {
  if (text.trim() === '' || objectOf(text) !== undefined) return;
  context.addIssue({ code: 'invalid_format', format: 'json_string', input: text });
});

export const caseForm = z.object({
  /** The member to whom the case belongs. It never changes. */
  user_id: z.string(),
  title: z.string().max(200),
  persona_id: z.string(),
  fields: objectText,
  external_ref: objectText,
});
export type CaseForm = z.input<typeof caseForm>;

export const emptyForm: CaseForm = {
  user_id: '',
  title: '',
  persona_id: '',
  fields: '',
  external_ref: '',
};

export function formOf({ title, persona_id, fields, external_ref }: EditableCase): CaseForm {
  return {
    user_id: '',
    title: title ?? '',
    persona_id: persona_id ?? '',
    fields: textOf(fields),
    external_ref: textOf(external_ref),
  };
}

/**
 * The fields that the person has changed since the form was opened. An edit leaves the others as
 * they are.
 */
export function changesOf(before: CaseForm, now: CaseForm) {
  return {
    ...(now.title !== before.title && { title: now.title || null }),
    ...(now.persona_id !== before.persona_id && { persona_id: now.persona_id || null }),
    ...(now.fields !== before.fields && { fields: objectOf(now.fields) ?? null }),
    ...(now.external_ref !== before.external_ref && {
      external_ref: objectOf(now.external_ref) ?? null,
    }),
  };
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

type Props = { form: ReturnType<typeof useSchemaForm<CaseForm>>['form'] };

/** The fields of a case, of the team or private. */
export function CaseFields({ form }: Props) {
  const t = useTexts(caseTexts);
  const { data: catalog } = useQuery(trpc.catalog.get.queryOptions({}, { staleTime: 60_000 }));
  const personalities = catalog?.personality ?? [];
  return (
    <>
      <form.AppField name="title">
        {(field) => <field.Text autoComplete="off" hint={t.titleHint} label={t.labels.title} />}
      </form.AppField>
      <form.AppField name="persona_id">
        {(field) => {
          const { value } = field.state;
          const isListed = value === '' || personalities.some(({ id }) => id === value);
          return (
            <field.Select label={t.labels.persona_id}>
              <option value="">{t.noPersona}</option>
              {isListed ? null : <option value={value}>{value}</option>}
              {personalities.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name ?? id}
                </option>
              ))}
            </field.Select>
          );
        }}
      </form.AppField>
      <form.AppField name="fields">
        {(field) => <field.Area hint={t.fieldsHint} isCode label={t.labels.fields} rows={9} />}
      </form.AppField>
      <form.AppField name="external_ref">
        {(field) => <field.Area hint={t.externalRefHint} isCode label={t.labels.external_ref} />}
      </form.AppField>
    </>
  );
}
