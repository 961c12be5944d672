import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import { usePeriodFields } from '../../session/period-fields.tsx';
import { useTexts } from '../../text/language.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { useRequestIdField } from '../../ui/filter/request-id-field.ts';
import { type AuditFilters, periods, type SetFilters } from './audit-filter.ts';
import { auditTexts } from './texts.ts';
import { useActorField } from './use-actor-field.ts';

type Props = {
  filters: AuditFilters;
  setFilters: SetFilters;
  /** The entries of the list: they know the name of the chosen object. */
  rows: readonly AuditEntry[];
};

export function AuditFilterBar({ filters, setFilters, rows }: Props) {
  const t = useTexts(auditTexts);
  const objects = Object.entries(t.objects).sort(([, a], [, b]) => a.localeCompare(b));
  const offered = periods.map((one) => [one, t.periods[one]] as const);
  const names = { period: 'period' };
  const times = usePeriodFields({ names, label: t.period, values: filters }, offered);
  const any = (text: string) => text;
  const fields: FilterField[] = [
    useActorField(),
    { name: 'object', label: t.object, options: objects },
    ...times,
    useRequestIdField(),
    // An entry of the list sets these two.
    {
      name: 'action',
      label: t.what,
      options: [],
      isUnlisted: true,
      read: any,
      show: (action) => actionText(action, t),
    },
    {
      name: 'target_id',
      word: 'target',
      label: t.target,
      options: [],
      isUnlisted: true,
      read: any,
      show: (id) => nameOf(id, rows),
    },
  ];
  return <FilterBar fields={fields} onChange={setFilters} values={filters} />;
}

function nameOf(id: string, rows: Props['rows']): string {
  const named = rows.find(({ target }) => target.id === id && target.name !== null);
  return named?.target.name ?? id;
}
