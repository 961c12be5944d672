import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import { trpc } from '../../api/client.ts';
import { OwnPeriod, usePeriodFields } from '../../session/period-fields.tsx';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField, FilterOption } from '../../ui/filter/filter-fields.ts';
import { useRequestIdField } from '../../ui/filter/request-id-field.ts';
import { type AuditFilters, periodNames, periods, type SetFilters } from './audit-filter.ts';
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
  const offered = periods.map((one) => [one, t.periods[one]] as const);
  const times = usePeriodFields({ names: periodNames, label: t.period, values: filters }, offered);
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
  return (
    <>
      <FilterBar fields={fields} onChange={setFilters} values={filters} />
      <OwnPeriod names={periodNames} onChange={setFilters} values={filters} />
    </>
  );
}

function nameOf(id: string, rows: Props['rows']): string {
  const named = rows.find(({ target }) => target.id === id && target.name !== null);
  return named?.target.name ?? id;
}

/**
 * Offers the people, keys and services that can change things today. To choose a former one, a person opens one of its entries.
 */
function useActorField(): FilterField {
  const t = useTexts(auditTexts);
  const kinds = ['service', 'system', 'operator'] as const;
  const others = kinds.map((kind) => [kind, t.kinds[kind]] as const);
  const options = [...usePeople(), ...useKeys(), ...others];
  return {
    name: 'actor',
    word: 'by',
    label: t.actor,
    options,
    read: (text) => (/^(usr|svck)_\w+$/.test(text) ? text : undefined),
  };
}

/** The owner and the admins. */
function usePeople(): FilterOption[] {
  const t = useTexts(auditTexts);
  const ask = { staleTime: 60_000 };
  const limit = '200';
  const owner = useQuery(trpc.members.list.queryOptions({ role: 'owner', limit }, ask));
  const admins = useQuery(
    trpc.members.list.queryOptions({ role: 'admin', status: 'active', limit }, ask),
  );
  return [...(owner.data?.data ?? []), ...(admins.data?.data ?? [])].map(
    ({ id, is_me, name, email }) => [id, is_me ? t.me : (name ?? email ?? id)],
  );
}

/** An entry names a key by its prefix. */
function useKeys(): FilterOption[] {
  const mayAsk = useMay('see_api_keys');
  const { data } = useQuery({
    ...trpc.apiKeys.list.queryOptions({ limit: '200' }, { staleTime: 60_000 }),
    enabled: mayAsk,
  });
  return (data?.data ?? []).map(({ name, key_prefix }) => [key_prefix, `${name} · ${key_prefix}…`]);
}
