import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnalyticsSeries } from '../../../features/analytics/app-analytics.schema.ts';
import type { ScoreDimension } from '../../../features/evaluations/score-dimensions.ts';
import { GAP_BELOW } from '../../../shared/figures.ts';
import { trpc } from '../../api/client.ts';
import { skillsInOrder } from '../../team/skills.ts';
import { dateText, numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Changes } from '../../ui/chart/change.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { everyNth } from '../../ui/chart/scale.ts';
import { dayText } from '../../ui/chart/time-ticks.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Listing } from '../../ui/listing.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { analyticsTexts } from './texts.ts';
import { useCounted } from './use-counted.ts';

const ranges = ['12', '26', '53'] as const;

/** The team by week: the score, or one dimension of it. */
export function Trend() {
  const t = useTexts(analyticsTexts);
  const [filters, setFilters] = useFilters(['dimension', 'weeks']);
  const { input } = useCounted();
  const read = useQuery({
    ...trpc.analytics.series.queryOptions(input),
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  if (!data) return <NotLoaded read={read} />;
  const dimension = skillsInOrder.find((one) => one === filters.dimension);
  const range = ranges.find((one) => one === filters.weeks) ?? '12';
  return (
    <Listing
      filters={
        <>
          <FilterSelect
            any={t.total}
            label={t.measure}
            onChange={(next) => setFilters({ dimension: next })}
            options={skillsInOrder.map((name) => [name, t.names[name]] as const)}
            value={dimension}
          />
          <FilterSelect
            any={t.ranges['12']}
            label={t.range}
            onChange={(weeks) => setFilters({ weeks })}
            options={[
              ['26', t.ranges['26']],
              ['53', t.ranges['53']],
            ]}
            value={range === '12' ? undefined : range}
          />
        </>
      }
    >
      <TrendChart
        // The server keeps no year before the last one.
        before={range === '53' ? undefined : data.slice(-2 * Number(range), -Number(range))}
        dimension={dimension}
        weeks={data.slice(-Number(range))}
      />
    </Listing>
  );
}

type ChartProps = {
  weeks: AnalyticsSeries;
  before: AnalyticsSeries | undefined;
  dimension: ScoreDimension | undefined;
};

function TrendChart({ weeks, before, dimension }: ChartProps) {
  const t = useTexts(analyticsTexts);
  const zone = { language: useLanguage(), timeZone: 'UTC' };
  const valuesOf = (some: AnalyticsSeries) =>
    some.map((week) => (dimension ? week.dimensions[dimension] : week.avg_score));
  const [values, earlier] = [valuesOf(weeks), before && valuesOf(before)];
  const latest = values.findLast((value) => value !== null) ?? null;
  const isHidden = weeks.some(({ scored, avg_score }) => scored > 0 && avg_score === null);
  const most = numberText(Math.max(...weeks.map(({ sessions }) => sessions)), zone.language);
  const title = dimension ? t.trendOf(t.names[dimension]) : t.trend;
  const name = dimension ? t.names[dimension] : t.average;
  const hasEarlier = earlier?.some((value) => value !== null) ?? false;
  return (
    <>
      <ChartFrame
        change={
          <Changes
            numbers={[
              { kind: 'score', now: meanOf(values), before: earlier ? meanOf(earlier) : null },
            ]}
            than={t.weeksBefore(weeks.length)}
          />
        }
        legend={[
          { name, tone: 'accent' },
          ...(hasEarlier ? [{ name: t.before, tone: 'before' as const }] : []),
          { name: t.gapLine, tone: 'gap' },
          { name: t.sessionsUpTo(most), tone: 'volume' },
        ]}
        more={latest === null ? undefined : t.latest}
        title={title}
        value={latest === null ? '–' : scoreText(latest, zone.language)}
      >
        <LineChart
          bars={{ name: t.sessions, values: weeks.map(({ sessions }) => sessions) }}
          before={earlier && hasEarlier ? { name: t.before, values: earlier } : undefined}
          label={title}
          limit={GAP_BELOW}
          line={{ name, values }}
          names={weeks.map(({ week }) => t.weekOf(dateText(week, zone)))}
          ticks={everyNth(weeks.map(({ week }) => dayText(week, zone)))}
        />
      </ChartFrame>
      {isHidden ? <p className="text-sm text-soft">{t.weeksHidden}</p> : null}
    </>
  );
}

/** The mean of the weeks that have a value. */
function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0
    ? null
    : present.reduce((sum, value) => sum + value, 0) / present.length;
}
