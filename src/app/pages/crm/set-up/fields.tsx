import { useQuery } from '@tanstack/react-query';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { namedIn } from '../../../../shared/language.ts';
import { trpc } from '../../../api/client.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { SelectBox, SelectField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';
import { providerNames } from '../provider-names.ts';
import type { ShownValues } from './extent.tsx';
import { industryValues, type SetUpValues } from './set-up-form.ts';
import { setUpTexts } from './texts.ts';

/** Which fields of the CRM give the industry, the lost reason and the objections. */
export function Fields(props: ShownValues) {
  const { connection, values, onChange, isReadOnly } = props;
  const t = useTexts(setUpTexts);
  const provider = providerNames[useLanguage()][connection.provider];
  const { fields } = connection;
  const common = { fields, isReadOnly };
  const setIndustry = (industry_field: string | null) => {
    const isSaved = industry_field === connection.settings.industry_field;
    const industry_values = isSaved ? connection.settings.industry_values : {};
    onChange({ ...values, industry_field, industry_values });
  };
  return (
    <Section lead={fields.length === 0 ? t.notYet : t.fieldsLead} title={t.fields}>
      {fields.length === 0 ? null : (
        <>
          <div className="grid items-start gap-5 md:grid-cols-3">
            <FieldSelect
              {...common}
              hint={t.industryHint}
              label={t.industry}
              none={t.noField}
              onChange={setIndustry}
              value={values.industry_field}
            />
            <FieldSelect
              {...common}
              hint={t.lostHint(provider)}
              label={t.lost}
              none={t.lostUsual}
              onChange={(lost_reason_field) => onChange({ ...values, lost_reason_field })}
              value={values.lost_reason_field}
            />
            <FieldSelect
              {...common}
              hint={t.objectionsHint}
              label={t.objections}
              none={t.noField}
              onChange={(objections_field) => onChange({ ...values, objections_field })}
              value={values.objections_field}
            />
          </div>
          {values.industry_field === null ? null : <IndustryValues {...props} />}
        </>
      )}
    </Section>
  );
}

type SelectProps = {
  label: string;
  hint: string;
  /** The text of the option "none". */
  none: string;
  fields: ConnectionDetail['fields'];
  value: string | null;
  onChange: (field: string | null) => void;
  isReadOnly: boolean;
};

function FieldSelect({ label, hint, none, fields, value, onChange, isReadOnly }: SelectProps) {
  const isGone = value !== null && !fields.some(({ id }) => id === value);
  return (
    <SelectField
      disabled={isReadOnly}
      hint={hint}
      label={label}
      onChange={({ target }) => onChange(target.value || null)}
      value={value ?? ''}
    >
      <option value="">{none}</option>
      {isGone ? <option value={value}>{value}</option> : null}
      {fields.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Which industry of the catalog each value means. */
function IndustryValues({ connection, values, onChange, isReadOnly }: ShownValues) {
  const t = useTexts(setUpTexts);
  const language = useLanguage();
  const { data: entries } = useQuery(trpc.catalog.entries.queryOptions({ dimension: 'industry' }));
  const found = industryValues(connection, values);
  const industries = (entries ?? []).filter(({ released }) => released);
  const map = (value: string, industry: string) => {
    const { [value]: _, ...others } = values.industry_values;
    const industry_values = industry ? { ...others, [value]: industry } : others;
    onChange({ ...values, industry_values });
  };
  if (found.length === 0) return <p className="text-sm text-soft">{t.valuesLater}</p>;
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{t.values}</h3>
      <p className="text-sm text-soft">{t.valuesMore}</p>
      <ul className="grid max-h-96 gap-2 overflow-y-auto p-0.5">
        {found.map(({ value, name, deals }) => (
          <li className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2" key={value}>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
              <span className="wrap-anywhere">{name}</span>
              {deals > 0 ? (
                <span className="tabular text-soft">{t.ofDeals(numberText(deals, language))}</span>
              ) : null}
            </span>
            <SelectBox
              aria-label={name}
              disabled={isReadOnly}
              onChange={({ target }) => map(value, target.value)}
              value={industryOf(values.industry_values, value)}
            >
              <option value="">{t.noIndustry}</option>
              {industries.map(({ id, names }) => (
                <option key={id} value={id}>
                  {namedIn(names, language) ?? id}
                </option>
              ))}
            </SelectBox>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A value is a text of the CRM, also one such as `constructor`, which every object inherits. */
function industryOf(chosen: SetUpValues['industry_values'], value: string): string {
  return (Object.hasOwn(chosen, value) ? chosen[value] : undefined) ?? '';
}
