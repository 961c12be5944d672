import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { trpc } from '../../api/client.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateText, dateTimeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { TwoSidedChart } from '../../ui/chart/two-sided-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { endingSeries } from './ending-series.ts';
import { LIVE_MS, type SetFilters, spanOf } from './line-filter.ts';
import { requestLogTexts } from './texts.ts';

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
      // The chart does not flicker while another filter is counted.
      placeholderData: keepPreviousData,
    }),
  );
  if (request_id !== undefined) return null;
  if (!data) return <Skeleton className="h-19.5 w-full" />;
  if (data.bars.every(isEmpty)) return null;
  const show = (first: number, last: number) => {
    const [from, to] = [data.bars[first], data.bars[last]];
    if (!from || !to) return;
    const { since, until } = spanOf(filter, from, to);
    setFilters({ since, until, period: '' }, true);
  };
  return <Bars counts={data} onSpan={show} />;
}

const isEmpty = ({ ok, rejected, limited, server }: RequestCounts['bars'][number]) =>
  ok + rejected + limited + server === 0;

type BarsProps = {
  counts: RequestCounts;
  onSpan: (first: number, last: number) => void;
};

function Bars({ counts: { bars, counted_back_to }, onSpan }: BarsProps) {
  const t = useTexts(requestLogTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  const [first] = bars;
  const hasDays = first && Date.parse(first.ends_at) - Date.parse(first.at) > DAY_MS / 2;
  const nameOf = (at: string) => (hasDays ? dateText(at, zone) : dateTimeText(at, zone));
  const endings = {
    ok: bars.map(({ ok }) => ok),
    rejected: bars.map(({ rejected }) => rejected),
    limited: bars.map(({ limited }) => limited),
    server: bars.map(({ server }) => server),
  };
  const series = endingSeries(endings, zone.language);
  const [ok, ...failed] = series;
  return (
    <section className="mt-1.5 -mb-2.5 grid gap-1.5" title={t.dragTime}>
      {counted_back_to ? (
        <p className="text-xs text-soft">{t.newestSince(dateTimeText(counted_back_to, zone))}</p>
      ) : null}
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
