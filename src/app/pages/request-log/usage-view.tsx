import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { Listing } from '../../ui/listing.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type LogFilters, noFilters, type SetFilters } from './line-filter.ts';
import { useKeyField } from './request-fields.ts';
import { requestLogTexts } from './texts.ts';
import { UsageChart } from './usage-chart.tsx';
import { dayAfter, daysEarlier, daysOf, firstKept, type Range, ranges } from './usage-days.ts';
import { UsageTable } from './usage-table.tsx';
import { usageTexts } from './usage-texts.ts';

type Props = { filters: LogFilters; setFilters: SetFilters };

/** How many requests, by day and by key. */
export function UsageView({ filters, setFilters }: Props) {
  const t = useTexts(usageTexts);
  const [now] = useState(() => Date.now());
  // The other tabs have the seven days too, so this choice is the same filter in all tabs.
  const range =
    filters.period === '7d' ? '7' : (ranges.find((one) => one === filters.days) ?? '30');
  const days = daysOf(range, now);
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const { key_id } = filters;
  const read = useQuery(
    trpc.requestLog.usage.queryOptions({ from, to, ...(key_id && { key_id }), include: 'p95' }),
  );
  const [first = '', last = ''] = [daysEarlier(days)[0], daysEarlier(days).at(-1)];
  const earlier = useQuery(
    trpc.requestLog.usage.queryOptions({ from: first, to: last, ...(key_id && { key_id }) }),
  );
  const { data } = read;
  const shown = (key_id = '', { since, until = '' }: { since: string; until?: string }) => ({
    ...noFilters,
    key_id,
    view: '',
    since: `${since}T00:00:00Z`,
    until,
  });
  // The list of a longer range begins with the oldest requests that the log still has.
  const kept = firstKept(now);
  const isCut = from < kept;
  const span = (first: number, last: number) => {
    const [since = from, until = to] = [days[first], days[last]];
    // The log no longer has all requests of that day, so the list would show fewer than the chart.
    if (since < kept) return showToast(t.tooOld);
    setFilters(shown(key_id, { since, until: `${dayAfter(until)}T00:00:00Z` }), true);
  };
  return (
    <Listing
      filters={
        <FilterBar
          fields={[useKeyField(), useDaysField(range)]}
          onChange={setFilters}
          tabs={['view', 'sort']}
          values={filters}
        />
      }
    >
      <NotLoaded read={read} />
      {data?.days.length === 0 ? <Empty icon="chart" title={t.emptyUsage} /> : null}
      {data && data.days.length > 0 ? (
        <>
          <UsageChart before={earlier.data} days={days} onSpan={span} usage={data} />
          <UsageTable
            rows={data.keys}
            sorting={{ order: filters.sort ?? '-total', onSort: (sort) => setFilters({ sort }) }}
            to={({ key }) => shown(key?.id, { since: isCut ? kept : from })}
          />
          {isCut ? <p className="text-sm text-soft">{t.tooOld}</p> : null}
        </>
      ) : null}
    </Listing>
  );
}

/** The days that are counted. Seven of them are a period of the other tabs too. */
function useDaysField(range: Range): FilterField {
  const t = useTexts(usageTexts);
  return {
    name: 'days',
    word: 'since',
    label: useTexts(requestLogTexts).period,
    options: ranges.map((one) => [one, t.days[one]] as const),
    chosen: range === '30' ? undefined : range,
    set: (days) => ({
      days: days === '90' ? days : '',
      period: days === '7' ? '7d' : '',
      since: '',
      until: '',
    }),
  };
}
