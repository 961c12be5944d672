import type { PersonFigures as Figures } from '../../../features/analytics/app-analytics.schema.ts';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { GAP_BELOW } from '../../../shared/web/figures.ts';
import { useMay } from '../../session/session.ts';
import { skillsInOrder } from '../../team/skills.ts';
import { useFigures } from '../../team/use-figures.ts';
import {
  dateText,
  differenceText,
  numberText,
  relativeText,
  scoreText,
} from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { everyNth } from '../../ui/chart/scale.ts';
import { ScoreBar } from '../../ui/chart/score-bar.tsx';
import { dayText } from '../../ui/chart/time-ticks.ts';
import { Empty } from '../../ui/empty.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { personTexts } from './person-texts.ts';

/** The scores of a member beside the median of the team. */
export function PersonFigures({ member }: { member: MemberInApp }) {
  const read = useFigures(member);
  if (read.data) return <Loaded figures={read.data} />;
  return (
    <NotLoaded read={read}>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-80 w-full" />
    </NotLoaded>
  );
}

type Props = { figures: Figures };

function Loaded({ figures }: Props) {
  const t = useTexts(personTexts);
  return (
    <>
      <Totals figures={figures} />
      {figures.scored > 0 ? (
        <>
          <Trend figures={figures} />
          <Dimensions figures={figures} />
        </>
      ) : (
        <Empty icon="chart" title={t.noTraining}>
          {t.noTrainingMore}
        </Empty>
      )}
    </>
  );
}

function Totals({ figures }: Props) {
  const t = useTexts(personTexts);
  const language = useLanguage();
  const { avg_score, team_median, trend_delta, sessions, scored, last_session_at } = figures;
  const score = (value: number) => scoreText(value, language);
  const median =
    team_median === null ? t.ofHundred : `${t.median} ${numberText(team_median, language)}`;
  return (
    <Stats>
      <Stat
        label={t.average}
        more={avg_score === null ? undefined : median}
        value={avg_score === null ? '–' : score(avg_score)}
      />
      <Stat
        label={t.change}
        value={trend_delta === null ? '–' : differenceText(trend_delta, language)}
      />
      <Stat
        label={t.sessions}
        more={t.scored(numberText(scored, language))}
        value={numberText(sessions, language)}
      />
      <Stat
        isText
        label={t.last}
        value={last_session_at ? relativeText(last_session_at, Date.now(), language) : t.never}
      />
    </Stats>
  );
}

function Trend({ figures: { weeks, team_median } }: Props) {
  const t = useTexts(personTexts);
  const zone = { language: useLanguage(), timeZone: 'UTC' };
  const values = weeks.map(({ avg_score }) => avg_score);
  const medians = weeks.map((week) => week.team_median);
  const latest = values.findLast((value) => value !== null) ?? null;
  const hasMedian = medians.some((value) => value !== null);
  return (
    <>
      <ChartFrame
        legend={[
          { name: t.average, tone: 'accent' },
          ...(hasMedian ? [{ name: t.median, tone: 'before' as const }] : []),
          { name: t.sessions, tone: 'volume' },
        ]}
        more={latest === null ? undefined : t.latest}
        title={t.trend}
        value={latest === null ? '–' : scoreText(latest, zone.language)}
      >
        <LineChart
          bars={{ name: t.sessions, values: weeks.map(({ sessions }) => sessions) }}
          before={hasMedian ? { name: t.median, values: medians } : undefined}
          bridges
          label={t.trend}
          line={{ name: t.average, values }}
          names={weeks.map(({ week }) => t.weekOf(dateText(week, zone)))}
          ticks={everyNth(weeks.map(({ week }) => dayText(week, zone)))}
        />
      </ChartFrame>
      {team_median === null ? <p className="text-sm text-soft">{t.noMedian}</p> : null}
    </>
  );
}

/** Behind all scores. */
const NO_SCORE = 101;

function Dimensions({ figures: { dimensions } }: Props) {
  const t = useTexts(personTexts);
  const language = useLanguage();
  const hasMedian = dimensions.some(({ team_median }) => team_median !== null);
  const score = (value: number | null) => (value === null ? '–' : scoreText(value, language));
  // What the person needs most comes first.
  const rows = skillsInOrder
    .flatMap((name) => dimensions.filter(({ dimension }) => dimension === name))
    .toSorted((one, other) => (one.value ?? NO_SCORE) - (other.value ?? NO_SCORE));
  return (
    <Section lead={hasMedian ? t.dimensionsMore : t.dimensionsAlone} title={t.dimensions}>
      <ul className="grid gap-3">
        {rows.map(({ dimension, value, team_median }) => (
          <li
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[17rem_minmax(0,1fr)_6.5rem]"
            key={dimension}
          >
            <span className="flex min-h-5 flex-wrap items-center gap-x-2">
              {t.names[dimension]}
              {value !== null && value < GAP_BELOW ? <Gap dimension={dimension} /> : null}
            </span>
            <span className="tabular flex items-baseline justify-end gap-2 sm:order-last">
              <span className="font-medium">{score(value)}</span>
              {team_median === null ? null : (
                <span className="text-xs text-soft">
                  {t.medianIs(numberText(team_median, language))}
                </span>
              )}
            </span>
            <ScoreBar median={team_median} value={value ?? 0} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Leads to the form of an exercise for this gap (member-page.tsx), for those who may assign one. */
function Gap({ dimension }: { dimension: string }) {
  const t = useTexts(personTexts);
  const [, set] = useFilters(['assign'], { drawers: ['assign'] });
  const badge = (
    <Badge tone="warn">
      <span title={t.gapMore}>{t.gap}</span>
    </Badge>
  );
  if (!useMay('change_assignments')) return badge;
  return (
    <>
      {badge}
      <button
        className="text-sm whitespace-nowrap text-accent-text underline underline-offset-2"
        onClick={() => set({ assign: dimension })}
        type="button"
      >
        {t.practise}
      </button>
    </>
  );
}
