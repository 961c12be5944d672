import { useQuery } from '@tanstack/react-query';
import { namedIn } from '../../../../shared/language.ts';
import { trpc } from '../../../api/client.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { SelectBox, SelectField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Shown } from './settings.tsx';
import { entryOf, industryValues } from './settings-form.ts';
import { settingsTexts } from './settings-texts.ts';

/** Which fields of the CRM give the industry, the lost reason and the objections. */
export function Fields(props: Shown) {
  const { connection, values, onChange } = props;
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { fields, left_out, settings } = connection;
  const missing = Object.values(left_out ?? {}).reduce((sum, count) => sum + count, 0);
  if (fields.length === 0) return null;
  const choices = [
    ['industry_field', t.noField],
    ['lost_reason_field', t.lostUsual],
    ['objections_field', t.noField],
  ] as const;
  const choose = (name: (typeof choices)[number][0], field: string | null) => {
    const next = { ...values, [name]: field };
    // The values of another field are not those that were mapped.
    if (name === 'industry_field') {
      next.industry_values = field === settings.industry_field ? settings.industry_values : {};
    }
    onChange(next);
  };
  return (
    <Section
      lead={missing > 0 ? t.leftOut(numberText(missing, language)) : t.fieldsLead}
      title={t.fields}
    >
      <div className="grid items-start gap-5 md:grid-cols-3">
        {choices.map(([name, none]) => {
          const value = values[name];
          const isGone = value !== null && !fields.some(({ id }) => id === value);
          return (
            <SelectField
              key={name}
              label={t.names[name]}
              onChange={({ target }) => choose(name, target.value || null)}
              value={value ?? ''}
            >
              <option value="">{none}</option>
              {isGone ? <option value={value}>{value}</option> : null}
              {fields.map(({ id, name: called }) => (
                <option key={id} value={id}>
                  {called}
                </option>
              ))}
            </SelectField>
          );
        })}
      </div>
      {values.industry_field === null ? null : <IndustryValues {...props} />}
    </Section>
  );
}

/** Which industry of the catalog each value means. */
function IndustryValues({ connection, values, onChange }: Shown) {
  const t = useTexts(settingsTexts);
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
      <h3 className="text-sm font-medium">{t.names.industry_values}</h3>
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
              onChange={({ target }) => map(value, target.value)}
              value={entryOf(values.industry_values, value) ?? ''}
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
