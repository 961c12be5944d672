import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { statesOf, stateWord } from '../../../shared/states.ts';
import { trpc } from '../../api/client.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateText, dateTimeText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { type Alone, hasValues, Legend } from '../../ui/chart/legend.tsx';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { TwoSidedChart } from '../../ui/chart/two-sided-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { endingSeries } from './ending-series.ts';
import { type SetFilters, spanOf } from './line-filter.ts';
import { requestLogTexts } from './texts.ts';

const LIVE_MS = 15_000;

type Props = {
  filter: LineFilter;
  isLive: boolean;
  /** The list has loaded. It loads first. */
  hasRows: boolean;
  setFilters: SetFilters;
};

/** How the requests of the list ended, over its period. A person can choose a span as the new period. */
export function Histogram({ filter, isLive, hasRows, setFilters }: Props) {
  const { request_id, ...counted } = filter;
  const { data } = useQuery(
    trpc.requestLog.counts.queryOptions(counted, {
      enabled: hasRows && request_id === undefined,
      refetchInterval: isLive ? LIVE_MS : false,
      // The legend keeps the focus while it changes the filter.
      placeholderData: keepPreviousData,
    }),
  );
  const alone = useEnding(filter, setFilters);
  if (request_id !== undefined) return null;
  if (!data) return <Skeleton className="h-26.5 w-full" />;
  if (data.bars.every(isEmpty)) return null;
  const show = (first: number, last: number) => {
    const [from, to] = [data.bars[first], data.bars[last]];
    if (!from || !to) return;
    const { since, until } = spanOf(filter, from, to);
    setFilters({ since, until, period: '' }, true);
  };
  return <Bars alone={alone} counts={data} onSpan={show} />;
}

/** The filter that shows an ending alone. The status of the refused ones includes those that a limit refused. */
const filterOf = {
  ok: { status: '2xx', code: '' },
  rejected: { status: '4xx', code: '' },
  limited: { status: '', code: 'rate_limited' },
  server: { status: '5xx', code: '' },
} as const;

/** Which ending the legend shows alone. It is a filter, so that the chart, the list and the chips show the same. */
function useEnding({ status_class, code = '' }: LineFilter, setFilters: SetFilters): Alone {
  const language = useLanguage();
  const all = statesOf('request').map((ending) => ({
    filter: filterOf[ending],
    name: stateWord('request', ending, language),
  }));
  const status = status_class ?? '';
  const chosen = all.find(({ filter }) => filter.status === status && filter.code === code);
  const isRefused = chosen?.filter === filterOf.rejected;
  return {
    alone: chosen?.name,
    beside: isRefused ? stateWord('request', 'limited', language) : undefined,
    toggle: (name) => {
      const next = all.find((one) => one.name === name);
      setFilters(next === undefined || next === chosen ? { status: '', code: '' } : next.filter);
    },
  };
}

const isEmpty = ({ ok, rejected, limited, server }: RequestCounts['bars'][number]) =>
  ok + rejected + limited + server === 0;

type BarsProps = {
  alone: Alone;
  counts: RequestCounts;
  onSpan: (first: number, last: number) => void;
};

function Bars({ alone, counts: { bars, counted_back_to }, onSpan }: BarsProps) {
  const t = useTexts(requestLogTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  const [first] = bars;
  const hasDays = first && Date.parse(first.ends_at) - Date.parse(first.at) > DAY_MS / 2;
  const nameOf = (at: string) => (hasDays ? dateText(at, zone) : dateTimeText(at, zone));
  const last = bars.at(-1);
  const isLong = first && last && Date.parse(last.at) - Date.parse(first.at) > 2 * DAY_MS;
  const spanEnd = (at: string) => (isLong ? dateText(at, zone) : dateTimeText(at, zone));
  const span = first && last ? t.between(spanEnd(first.at), spanEnd(last.at)) : undefined;
  const endings = {
    ok: bars.map(({ ok }) => ok),
    rejected: bars.map(({ rejected }) => rejected),
    limited: bars.map(({ limited }) => limited),
    server: bars.map(({ server }) => server),
  };
  const series = endingSeries(endings, zone.language);
  const [ok, ...failed] = series;
  const all = series.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
  return (
    <section className="-mb-1.5 grid gap-1.5" title={t.dragTime}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-soft">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="tabular text-sm font-medium text-ink">
            {numberText(all, zone.language)}
          </span>
          {counted_back_to ? t.newestSince(dateTimeText(counted_back_to, zone)) : span}
        </p>
        <div className="hidden sm:block">
          {/* Beside the series that is shown alone, the others stay, because they have only been filtered away. */}
          <Legend
            alone={alone}
            entries={alone.alone === undefined ? series.filter(hasValues) : series}
          />
        </div>
      </header>
      <TwoSidedChart
        down={failed}
        height={54}
        label={t.histogram}
        names={bars.map(({ at }) => nameOf(at))}
        onSpan={onSpan}
        ticks={timeTicks(
          bars.map(({ at }) => at),
          zone,
        )}
        up={ok ? [ok] : []}
      />
    </section>
  );
}
