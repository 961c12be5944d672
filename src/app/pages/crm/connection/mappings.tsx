import { useQuery } from '@tanstack/react-query';
import { namedIn } from '../../../../shared/language/language.ts';
import { trpc } from '../../../api/client.ts';
import { MemberSelect } from '../../../team/member-select.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SelectBox, SelectField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Shown } from './settings.tsx';
import { entryOf, industryValues, type Owner } from './settings-form.ts';
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

/** The owners of deals in the CRM, and which member each of them is. Owners without a member come first. */
export function Owners(props: Shown) {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { owners } = props.connection;
  const isHidden = owners.every(isNameless);
  // Owners without deals need no member.
  const unmatched = owners.filter(({ user_id, erased, deals }) => !user_id && !erased && deals > 0);
  if (owners.length === 0) return null;
  return (
    <Section
      actions={
        unmatched.length === 0 || isHidden ? null : (
          <Badge tone="warn">{t.unmatched(numberText(unmatched.length, language))}</Badge>
        )
      }
      lead={t.ownersLead}
      title={t.names.owners}
    >
      {isHidden ? <Notice>{t.ownersHidden}</Notice> : null}
      <ul className="max-h-128 divide-y divide-line overflow-y-auto border-t border-line">
        {owners.map((owner) => (
          <OwnerRow {...props} isHidden={isHidden} key={owner.external_id} owner={owner} />
        ))}
      </ul>
    </Section>
  );
}

/** The server sends no names while the team hides member detail. */
function isNameless({ name, email, user_id }: Owner): boolean {
  return name === null && email === null && user_id === null;
}

/** How this page names an owner. */
function ownerName({ name, email, external_id }: Owner): string {
  return name ?? email ?? external_id;
}

type RowProps = Shown & { owner: Owner; isHidden: boolean };

/** Which member an owner is. Without a choice of a person, the e-mail address decides. */
function OwnerRow({ owner, values, onChange, isHidden }: RowProps) {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { email, name, deals, external_id, user_id, chosen, erased } = owner;
  const assigned = entryOf(values.owners, external_id);
  const about = [name && email, t.ofDeals(numberText(deals, language)), assigned && t.byHand];
  const choose = (user: string) => {
    const { [external_id]: _, ...others } = values.owners;
    onChange({ ...values, owners: user ? { ...others, [external_id]: user } : others });
  };
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 py-2.5 text-sm sm:grid-cols-2">
      <span className="grid min-w-0">
        <span className="truncate font-medium">{ownerName(owner)}</span>
        <span className="tabular truncate text-soft">{about.filter(Boolean).join(' · ')}</span>
      </span>
      {erased ? <span className="text-soft">{t.erased}</span> : null}
      {isHidden || erased ? null : (
        <MemberSelect
          by="user_id"
          label={t.memberOf(ownerName(owner))}
          nobody={chosen ? t.byEmail : t.nobody}
          onChange={choose}
          value={assigned ?? (chosen ? '' : (user_id ?? ''))}
        />
      )}
    </li>
  );
}
