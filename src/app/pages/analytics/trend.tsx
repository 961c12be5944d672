import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  AnalyticsSeries,
  TeamFigures,
} from '../../../features/analytics/app-analytics.schema.ts';
import type { ScoreDimension } from '../../../features/evaluations/score-dimensions.ts';
import { GAP_BELOW } from '../../../shared/web/figures.ts';
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

type Props = { figures: TeamFigures; before: TeamFigures | undefined };

/** The weeks of the period: the score of the team, or one dimension of it. */
export function Trend({ figures, before }: Props) {
  const t = useTexts(analyticsTexts);
  const [filters, setFilters] = useFilters(['dimension']);
  const { input, inputBefore } = useCounted();
  const shown = { placeholderData: keepPreviousData };
  const read = useQuery({ ...trpc.analytics.series.queryOptions(input), ...shown });
  const earlier = useQuery({
    ...trpc.analytics.series.queryOptions(inputBefore ?? {}),
    ...shown,
    enabled: inputBefore !== undefined,
  });
  if (!read.data) return <NotLoaded read={read} />;
  const dimension = skillsInOrder.find((one) => one === filters.dimension);
  return (
    <Listing
      filters={
        <FilterSelect
          any={t.total}
          label={t.measure}
          onChange={(next) => setFilters({ dimension: next })}
          options={skillsInOrder.map((name) => [name, t.names[name]] as const)}
          value={dimension}
        />
      }
    >
      <TrendChart
        before={inputBefore && earlier.data}
        dimension={dimension}
        valueBefore={before && figureOf(before, dimension)}
        valueNow={figureOf(figures, dimension)}
        weeks={read.data}
      />
    </Listing>
  );
}

function figureOf({ totals, dimensions }: TeamFigures, wanted: ScoreDimension | undefined) {
  if (!wanted) return totals.avg_score;
  return dimensions.find(({ dimension }) => dimension === wanted)?.value ?? null;
}

type ChartProps = {
  weeks: AnalyticsSeries;
  before: AnalyticsSeries | undefined;
  dimension: ScoreDimension | undefined;
  /** The figure of the whole period, and of the one before. */
  valueNow: number | null;
  valueBefore: number | null | undefined;
};

function TrendChart({ weeks, before, dimension, valueNow, valueBefore = null }: ChartProps) {
  const t = useTexts(analyticsTexts);
  const { choice = 'all' } = useCounted();
  const zone = { language: useLanguage(), timeZone: 'UTC' };
  const valuesOf = (some: AnalyticsSeries) =>
    some.map((week) => (dimension ? week.dimensions[dimension] : week.avg_score));
  const values = valuesOf(weeks);
  // Two months may have weeks of a different number.
  const earlier = before && weeks.map((_, index) => valuesOf(before)[index] ?? null);
  const isHidden = weeks.some(({ scored, avg_score }) => scored > 0 && avg_score === null);
  const most = numberText(Math.max(...weeks.map(({ sessions }) => sessions)), zone.language);
  const title = dimension ? t.trendOf(t.names[dimension]) : t.trend;
  const name = dimension ? t.names[dimension] : t.average;
  const hasEarlier = earlier?.some((value) => value !== null) ?? false;
  return (
    <>
      <ChartFrame
        change={
          choice === 'all' ? null : (
            <Changes
              numbers={[{ kind: 'score', now: valueNow, before: valueBefore }]}
              than={t.than[choice]}
            />
          )
        }
        legend={[
          { name, tone: 'accent' },
          ...(hasEarlier ? [{ name: t.before, tone: 'before' as const }] : []),
          { name: t.gapLine, tone: 'gap' },
          { name: t.sessionsUpTo(most), tone: 'volume' },
        ]}
        more={valueNow === null ? undefined : t.inPeriod[choice]}
        title={title}
        value={valueNow === null ? '–' : scoreText(valueNow, zone.language)}
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
