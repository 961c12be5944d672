import { OWN } from '../../session/period-fields.tsx';
import { useTexts } from '../../text/language.ts';
import { changeOf, type FilterField } from '../../ui/filter/filter-fields.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { type LogFilters, periodNames, type SetFilters } from './line-filter.ts';
import { requestLogTexts } from './texts.ts';

type Props = { fields: readonly FilterField[]; filters: LogFilters; setFilters: SetFilters };

/** The filter by time, always in sight, because without one the list has a period too. A telephone has no room for it, nor has a list beside an open row. */
export function PeriodSelect({ fields, filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const field = fields.find(({ name }) => name === periodNames.period);
  if (!field) return null;
  const hasOwn = filters.since !== undefined || filters.until !== undefined;
  return (
    <div className="max-sm:hidden [html:has([data-pane])_&]:hidden">
      <FilterSelect
        any={t.kept}
        label={t.period}
        onChange={(value) => setFilters(changeOf(field, value))}
        options={field.options.map(([value, text]) => [value, text] as const)}
        value={hasOwn ? OWN : filters.period}
      />
    </div>
  );
}
