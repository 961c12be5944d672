import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { HOUR_MS } from '../../../../shared/time/durations.ts';
import { figureWords, successShare } from '../../../../shared/web/figures.ts';
import { trpc } from '../../../api/client.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText, numberText, percentText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { Changes } from '../../../ui/chart/change.tsx';
import { Legend, shownOf, useAlone } from '../../../ui/chart/legend.tsx';
import { timeTicks } from '../../../ui/chart/time-ticks.ts';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { endpointPageTexts } from './texts.ts';
import { DAY, HEALTH_FRESH_MS, type Hours, sumsOf, useHealth } from './use-health.ts';

const periods = ['24h', '7d'] as const;

/** Attempts by hour. If the person selects a period in the chart, its deliveries appear below. */
export function HealthChart({ endpointId }: { endpointId: string }) {
  const t = useTexts(endpointPageTexts);
  const [filters, setFilters] = useFilters(['period']);
  const health = useHealth(endpointId).data?.data[0];
  const usual = useUsual(health?.hours);
  const period = periods.find((one) => one === filters.period) ?? usual;
  // The time that answers take is of the same span as the other numbers.
  const day = useQuery(
    trpc.webhooks.endpointHealth.queryOptions(
      { endpoint_id: endpointId, period: '24h' },
      { enabled: period === '24h', refetchInterval: HEALTH_FRESH_MS },
    ),
  ).data?.data[0];
  const hours = health?.hours;
  return (
    <section className="flex flex-col gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{t.health}</h2>
        <Segments
          label={t.period}
          names={t.periods}
          onChange={(next) => setFilters({ period: next === usual ? '' : next })}
          value={period}
          values={periods}
        />
      </div>
      {hours ? (
        <Bars
          before={period === '24h' ? hours.slice(-2 * DAY, -DAY) : undefined}
          hours={period === '24h' ? hours.slice(-DAY) : hours}
          p95Ms={(period === '24h' ? day : health)?.p95_ms ?? null}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  );
}

/** The period with which the chart begins: the shortest with an attempt. It stays when newer attempts are made. */
function useUsual(hours: Hours | undefined): (typeof periods)[number] {
  const first = useRef<(typeof periods)[number]>(undefined);
  if (!first.current && hours) {
    const isOld = hours.slice(-DAY).every(isQuiet) && !hours.every(isQuiet);
    first.current = isOld ? '7d' : '24h';
  }
  return first.current ?? '24h';
}

const isQuiet = (hour: Hours[number]) => allOf(hour) === 0;

type BarsProps = { hours: Hours; before: Hours | undefined; p95Ms: number | null };

function Bars({ hours, before, p95Ms }: BarsProps) {
  const t = useTexts(endpointPageTexts);
  const language = useLanguage();
  const words = figureWords[language];
  const timeZone = useTimeZone();
  const [, setFilters] = useFilters(['from', 'to', 'span']);
  const { ok, failed } = sumsOf(hours);
  const all = ok + failed;
  const alone = useAlone();
  const series = [
    { name: t.ok, tone: 'works' as const, values: hours.map((hour) => hour.ok) },
    { name: t.failed, tone: 'failed' as const, values: hours.map((hour) => hour.failed) },
  ];
  const earlier = before?.some(allOf) ? [sumsBefore(before, t.before)] : [];
  const timeOf = (at: string | undefined) => (at ? dateTimeText(at, { language, timeZone }) : '');
  const show = (first: number, last: number) => {
    const [from, end] = [hours[first]?.at, hours[last]?.at];
    if (!from || !end) return;
    const to = new Date(Date.parse(end) + HOUR_MS).toISOString();
    setFilters({ from, to, span: '' }, true);
  };
  const share = shareOf(hours);
  const p95 = p95Ms === null ? '–' : `${numberText(p95Ms, language)} ms`;
  const sums = [
    [t.ok, numberText(ok, language), ''],
    [t.failed, numberText(failed, language), failed > 0 ? 'text-bad' : ''],
    [words.successShare, share === null ? '–' : percentText(share, language), ''],
    [words.p95, p95, ''],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-2 sm:flex sm:flex-wrap">
        {sums.map(([name, value, tone]) => (
          <div className="grid" key={name}>
            <dt className="text-xs text-soft">{name}</dt>
            <dd className={`tabular text-lg font-medium ${tone}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <Changes
        numbers={[
          {
            name: words.successShare,
            kind: 'share',
            now: share,
            before: before ? shareOf(before) : null,
          },
        ]}
        than={t.dayBefore}
      />
      <Legend alone={alone} entries={[...series, ...earlier]} />
      <BarChart
        bars={hours.map(({ at }) => timeOf(at))}
        before={alone.alone === undefined ? earlier[0] : undefined}
        isFilling
        label={t.health}
        onSpan={show}
        series={shownOf(series, alone)}
        ticks={timeTicks(
          hours.map(({ at }) => at),
          { language, timeZone },
        )}
      />
      <p className="text-sm text-soft">{all === 0 ? t.quiet : t.drag}</p>
    </>
  );
}

const sumsBefore = (hours: Hours, name: string) => ({
  name,
  tone: 'before' as const,
  values: hours.map(allOf),
});

const allOf = (hour: Hours[number]) => hour.ok + hour.failed;

const shareOf = (hours: Hours): number | null => successShare(sumsOf(hours));
