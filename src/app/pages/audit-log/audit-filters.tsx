import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import { useTexts } from '../../text/language.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { RequestIdSearch } from '../../ui/request-id-search.tsx';
import { ActorChoice } from './actor-choice.tsx';
import { type AuditFilters, periods, type SetFilters } from './audit-filter.ts';
import { auditTexts } from './texts.ts';

type Props = {
  filters: AuditFilters;
  setFilters: SetFilters;
  /** The entries of the list: they know the name of the chosen object. */
  rows: readonly AuditEntry[];
};

export function AuditFilterBar({ filters, setFilters, rows }: Props) {
  const t = useTexts(auditTexts);
  const objects = Object.entries(t.objects).sort(([, a], [, b]) => a.localeCompare(b));
  const chips = [
    { id: 'action', name: t.what, value: filters.action && actionText(filters.action, t) },
    { id: 'target_id', name: t.object, value: nameOf(filters.target_id, rows) },
  ].filter(({ value }) => value);
  return (
    <>
      <RequestIdSearch
        onChange={(request_id) => setFilters({ request_id })}
        value={filters.request_id}
      />
      <ActorChoice filters={filters} setFilters={setFilters} />
      <FilterSelect
        any={t.anyObject}
        label={t.object}
        onChange={(object) => setFilters({ object })}
        options={objects}
        value={filters.object}
      />
      <FilterSelect
        any={t.anyPeriod}
        label={t.period}
        onChange={(period) => setFilters({ period })}
        options={periods.map((one) => [one, t.periods[one]] as const)}
        value={periods.find((one) => one === filters.period)}
      />
      {chips.length > 0 ? (
        <div className="flex w-full flex-wrap gap-2">
          {chips.map(({ id, name, value = '' }) => (
            <FilterChip
              key={id}
              name={name}
              onRemove={() => setFilters({ [id]: '' })}
              removes={t.remove(name)}
              value={value}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}

function nameOf(id: string | undefined, rows: Props['rows']): string | undefined {
  const named = rows.find(({ target }) => target.id === id && target.name !== null);
  return named?.target.name ?? id;
}
