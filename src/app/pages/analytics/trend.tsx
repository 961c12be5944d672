import { useQuery } from '@tanstack/react-query';
import type { AnalyticsSeries } from '../../../features/analytics/app-analytics.schema.ts';
import type { ScoreDimension } from '../../../features/evaluations/score-dimensions.ts';
import { trpc } from '../../api/client.ts';
import { skillsInOrder } from '../../team/skills.ts';
import { dateText, numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { LineChart } from '../../ui/line-chart.tsx';
import { Listing } from '../../ui/listing.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { analyticsTexts } from './texts.ts';

const ranges = ['12', '26', '53'] as const;

/** The team by week: the score, or one dimension of it. */
export function Trend() {
  const t = useTexts(analyticsTexts);
  const [filters, setFilters] = useFilters(['dimension', 'weeks']);
  const read = useQuery(trpc.analytics.series.queryOptions({}));
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
      <TrendChart dimension={dimension} weeks={data.slice(-Number(range))} />
    </Listing>
  );
}

type ChartProps = { weeks: AnalyticsSeries; dimension: ScoreDimension | undefined };

function TrendChart({ weeks, dimension }: ChartProps) {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  const values = weeks.map((week) => (dimension ? week.dimensions[dimension] : week.avg_score));
  const latest = values.findLast((value) => value !== null) ?? null;
  const isHidden = weeks.some(({ scored, avg_score }) => scored > 0 && avg_score === null);
  const day = (at: string | undefined) => (at ? dateText(at, { language, timeZone: 'UTC' }) : '');
  const most = numberText(Math.max(...weeks.map(({ sessions }) => sessions)), language);
  const title = dimension ? t.trendOf(t.names[dimension]) : t.trend;
  return (
    <>
      <ChartFrame
        ends={[day(weeks[0]?.week), day(weeks.at(-1)?.week)]}
        legend={[
          { name: dimension ? t.names[dimension] : t.average, tone: 'accent' },
          { name: t.sessionsUpTo(most), tone: 'wash' },
        ]}
        more={latest === null ? undefined : t.latest}
        title={title}
        value={latest === null ? '–' : scoreText(latest, language)}
      >
        <LineChart
          label={title}
          points={weeks.map(({ week, sessions }, at) => ({
            name: t.weekOf(day(week)),
            value: values[at] ?? null,
            bar: sessions,
          }))}
          series={dimension ? t.names[dimension] : t.average}
          barSeries={t.sessions}
        />
      </ChartFrame>
      {isHidden ? <p className="text-sm text-soft">{t.weeksHidden}</p> : null}
    </>
  );
}
