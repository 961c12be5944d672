import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import type { CaseForm } from './case-form.ts';
import { caseTexts } from './texts.ts';

type Props = { form: ReturnType<typeof useSchemaForm<CaseForm>>['form'] };

/** The fields of a case, of the team or private. */
export function CaseFields({ form }: Props) {
  const t = useTexts(caseTexts);
  const { data: catalog } = useQuery(trpc.catalog.get.queryOptions({}, { staleTime: 60_000 }));
  const personalities = catalog?.personality ?? [];
  return (
    <>
      <form.AppField name="title">
        {(field) => <field.Text autoComplete="off" hint={t.titleHint} label={t.title} />}
      </form.AppField>
      <form.AppField name="persona_id">
        {(field) => {
          const { value } = field.state;
          const isKnown = value === '' || personalities.some(({ id }) => id === value);
          return (
            <field.Select label={t.persona}>
              <option value="">{t.noPersona}</option>
              {isKnown ? null : <option value={value}>{value}</option>}
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
        {(field) => <field.Area hint={t.fieldsHint} isCode label={t.fields} rows={9} />}
      </form.AppField>
      <form.AppField name="external_ref">
        {(field) => <field.Area hint={t.externalRefHint} isCode label={t.externalRef} />}
      </form.AppField>
    </>
  );
}
