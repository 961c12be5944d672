import { useQuery } from '@tanstack/react-query';
import { NONE } from '../../../features/request-log/none.schema.ts';
import { trpc } from '../../api/client.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateTimeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Switch } from '../../ui/check.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { RequestIdSearch } from '../../ui/request-id-search.tsx';
import { type LogFilters, periods, type SetFilters, statuses } from './line-filter.ts';
import { textOf } from './reason.tsx';
import { requestLogTexts } from './texts.ts';

type Props = { filters: LogFilters; setFilters: SetFilters };

export function RequestFilters({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  return (
    <>
      <RequestIdSearch
        onChange={(request_id) => setFilters({ request_id })}
        value={filters.request_id}
      />
      <StatusChoice filters={filters} setFilters={setFilters} />
      <KeyChoice filters={filters} setFilters={setFilters} />
      <PeriodChoice filters={filters} setFilters={setFilters} />
      <div className="pl-1">
        <Switch
          checked={filters.live === '1'}
          label={t.live}
          onChange={({ target }) => setFilters({ live: target.checked ? '1' : '' })}
        />
      </div>
      <Chips filters={filters} setFilters={setFilters} />
    </>
  );
}

function StatusChoice({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  return (
    <FilterSelect
      any={t.anyStatus}
      label={t.status}
      onChange={(status) => setFilters({ status })}
      options={statuses.map((one) => [one, t.statuses[one]] as const)}
      value={statuses.find((one) => one === filters.status)}
    />
  );
}

export function KeyChoice({ filters: { key_id: chosen }, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const { data } = useQuery(trpc.apiKeys.list.queryOptions({ limit: '200' }));
  const options = (data?.data ?? []).map(
    ({ key_id, name, key_prefix }) => [key_id, `${name} · ${key_prefix}…`] as const,
  );
  const isElsewhere = chosen !== undefined && !options.some(([key_id]) => key_id === chosen);
  return (
    <FilterSelect
      any={t.anyKey}
      label={t.key}
      onChange={(key_id) => setFilters({ key_id })}
      options={isElsewhere ? [...options, [chosen, chosen]] : options}
      value={chosen}
    />
  );
}

export function PeriodChoice({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  return (
    <FilterSelect
      any={t.periods.all}
      label={t.period}
      onChange={(period) => setFilters({ period, since: '', until: '' })}
      options={periods.map((one) => [one, t.periods[one]] as const)}
      value={periods.find((one) => one === filters.period)}
    />
  );
}

/** What was chosen in another view. */
function Chips({ filters, setFilters }: Props) {
  const { code, method, route, check, reason, since, until } = filters;
  const t = useTexts(requestLogTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  const shown = (at: string | undefined) =>
    at && Number.isFinite(Date.parse(at)) ? dateTimeText(at, zone) : '…';
  const named = (value: string | undefined) => (value === NONE ? undefined : value);
  const [why, how] = [named(reason), named(check)];
  const without = check || reason ? t.without : undefined;
  const reasonText = why ? textOf(t.reasons, why) : how ? textOf(t.checks, how) : without;
  const chips = [
    { name: t.code, value: code, change: { code: '' } },
    { name: t.method, value: method, change: { method: '' } },
    { name: t.route, value: route === NONE ? t.without : route, change: { route: '' } },
    { name: t.reason, value: reasonText, change: { check: '', reason: '' } },
    {
      name: t.period,
      value: since || until ? `${shown(since)} – ${shown(until)}` : undefined,
      change: { since: '', until: '' },
    },
  ].filter(({ value }) => value);
  if (chips.length === 0) return null;
  return (
    <div className="flex w-full flex-wrap gap-2">
      {chips.map(({ name, value = '', change }) => (
        <FilterChip
          key={name}
          name={name}
          onRemove={() => setFilters(change)}
          removes={t.remove(name)}
          value={value}
        />
      ))}
    </div>
  );
}
