import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Explanation } from '../../../features/policies/policies.schema.ts';
import { namedIn } from '../../../shared/language/language.ts';
import { trpc } from '../../api/client.ts';
import { chosenDimensions } from '../../team/catalog-dimensions.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CodeWord } from '../../ui/code-word.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { policyTexts } from './texts.ts';

/** Says what refuses a combination. The combination is in the address, so that people can send it to others. */
export function WhyBlocked() {
  const t = useTexts(policyTexts);
  const team = useTexts(teamTexts);
  const language = useLanguage();
  const [filters, setFilters] = useFilters(['for', ...chosenDimensions]);
  const { data: entries = [] } = useQuery(trpc.catalog.entries.queryOptions({}));
  const isSelected = chosenDimensions.some((dimension) => filters[dimension]);
  const { data, error } = useQuery({
    ...trpc.policies.getExplanation.queryOptions({
      member_id: filters.for ?? null,
      situation_id: filters.situation ?? null,
      personality_id: filters.personality ?? null,
      industry_id: filters.industry ?? null,
    }),
    placeholderData: keepPreviousData,
    enabled: isSelected,
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
        <p className="text-sm text-soft">{t.whyLead}</p>
        <MemberSelect
          isField
          label={t.member}
          nobody={t.wholeTeam}
          onChange={(member) => setFilters({ for: member })}
          value={filters.for ?? ''}
        />
        {chosenDimensions.map((dimension) => (
          <SelectField
            key={dimension}
            label={team.dimensions[dimension]}
            onChange={({ target }) => setFilters({ [dimension]: target.value })}
            value={filters[dimension] ?? ''}
          >
            <option value="">{t.any}</option>
            {entries
              .filter((entry) => entry.dimension === dimension)
              .map(({ id, names }) => (
                <option key={id} value={id}>
                  {namedIn(names, language) ?? id}
                </option>
              ))}
          </SelectField>
        ))}
      </div>
      <div aria-live="polite" className="grid gap-3" data-testid="explanation">
        <FailureNotice error={error} />
        {isSelected && data ? <Answer explanation={data} /> : null}
        {isSelected ? null : <Notice>{t.pick}</Notice>}
      </div>
    </div>
  );
}

function Answer({ explanation: { allowed, reasons } }: { explanation: Explanation }) {
  const t = useTexts(policyTexts);
  if (allowed) return <Notice tone="good">{t.allowed}</Notice>;
  return (
    <Notice title={t.refused} tone="warn">
      <ol className="grid gap-2">
        {reasons.map((reason) => (
          <li className="grid gap-0.5" key={reason.text}>
            <span>{reason.text}</span>
            <span className="text-soft">
              {t.codes}: <CodeWord word={reason.code} />
            </span>
          </li>
        ))}
      </ol>
    </Notice>
  );
}
