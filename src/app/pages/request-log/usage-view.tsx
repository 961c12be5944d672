import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { requestsOf } from '../../../shared/figures.ts';
import { trpc } from '../../api/client.ts';
import { dateText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Chart } from '../../ui/chart.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Listing } from '../../ui/listing.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type LogFilters, noFilters, type SetFilters } from './line-filter.ts';
import { KeyChoice } from './request-filters.tsx';
import { requestLogTexts } from './texts.ts';
import { dayAfter, daysOf, endingsOf, firstKept, ranges } from './usage-days.ts';
import { UsageTable } from './usage-table.tsx';

type Props = { filters: LogFilters; setFilters: SetFilters };

/** How many requests, by day and by key. */
export function UsageView({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const [now] = useState(() => Date.now());
  const range = ranges.find((one) => one === filters.days) ?? '30';
  const days = daysOf(range, now);
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const { key_id } = filters;
  const read = useQuery(
    trpc.requestLog.usage.queryOptions({ from, to, ...(key_id && { key_id }) }),
  );
  const { data } = read;
  const span = (first: number, last: number) => {
    const [since = from, until = to] = [days[first], days[last]];
    // The list would have fewer requests than the chart.
    if (since < firstKept(now)) return showToast(t.tooOld);
    const times = { since: `${since}T00:00:00Z`, until: `${dayAfter(until)}T00:00:00Z` };
    setFilters({ ...noFilters, key_id: key_id ?? '', view: '', ...times }, true);
  };
  return (
    <Listing
      filters={
        <>
          <KeyChoice filters={filters} setFilters={setFilters} />
          <FilterSelect
            any={t.days['30']}
            label={t.period}
            onChange={(next) => setFilters({ days: next })}
            options={[
              ['7', t.days['7']],
              ['90', t.days['90']],
            ]}
            value={range === '30' ? undefined : range}
          />
        </>
      }
    >
      <NotLoaded read={read} />
      {data?.days.length === 0 ? <Empty icon="chart" title={t.emptyUsage} /> : null}
      {data && data.days.length > 0 ? (
        <>
          <UsageChart days={days} onSpan={span} usage={data} />
          <UsageTable rows={data.keys} />
        </>
      ) : null}
    </Listing>
  );
}

type ChartProps = {
  days: readonly string[];
  usage: Usage;
  onSpan: (first: number, last: number) => void;
};

function UsageChart({ days, usage, onSpan }: ChartProps) {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  const { ok, rejected, limited, server } = endingsOf(days, usage);
  const total = usage.days.reduce((sum, day) => sum + requestsOf(day), 0);
  const shown = (day: string | undefined) =>
    day ? dateText(day, { language, timeZone: 'UTC' }) : '';
  return (
    <ChartFrame
      ends={[shown(days[0]), shown(days.at(-1))]}
      hint={t.drag}
      legend={[
        { name: t.endings.ok, tone: 'accent' },
        { name: t.endings.rejected, tone: 'warn' },
        { name: t.endings.limited, tone: 'soft' },
        { name: t.endings.server, tone: 'bad' },
      ]}
      title={t.perDay}
      value={numberText(total, language)}
    >
      <Chart
        bars={days.map((day) => shown(day))}
        height={160}
        label={t.perDay}
        onSpan={onSpan}
        series={[
          { name: t.endings.ok, tone: 'accent', values: ok },
          { name: t.endings.rejected, tone: 'warn', values: rejected },
          { name: t.endings.limited, tone: 'soft', values: limited },
          { name: t.endings.server, tone: 'bad', values: server },
        ]}
      />
    </ChartFrame>
  );
}
