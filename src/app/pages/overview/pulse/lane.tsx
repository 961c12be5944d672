import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { STEP } from '../../../ui/chart/measures.ts';
import type { Tick } from '../../../ui/chart/scale.ts';
import { CutNumbers, TwoSidedBars } from '../../../ui/chart/two-sided-bars.tsx';
import { twoSidedScale } from '../../../ui/chart/two-sided-scale.ts';
import type { Span } from '../../../ui/chart/use-span.ts';
import { classes } from '../../../ui/classes.ts';
import { overviewTexts } from '../texts.ts';
import { countsOf, type Lane as LaneOf, sidesOf } from './lanes.ts';
import { pulseTexts } from './texts.ts';

type Props = {
  lane: LaneOf;
  count: number;
  /** The bars that light up, in all lanes alike. */
  lit: Span | null;
  /** The times with a text below the last lane. A line leads to each through all lanes. */
  ticks: readonly Tick[];
};

const laneHeight = 'h-18';
const HEIGHT_PX = 72;

/** One lane: what went well above the line, what failed below it. A bar that has no room ends with its number. */
export function Lane({ lane, count, lit, ticks }: Props) {
  const bars = sidesOf(lane);
  const scale = twoSidedScale(bars, count, HEIGHT_PX);
  return (
    <div className={`relative ${laneHeight}`} data-lane={lane.id}>
      <svg
        aria-hidden="true"
        className="block size-full overflow-visible"
        preserveAspectRatio="none"
        viewBox={`0 0 ${count * STEP} ${HEIGHT_PX}`}
      >
        {ticks.map(({ at }) => (
          <line
            className="stroke-line"
            key={at}
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
            x1={(at + 0.5) * STEP}
            x2={(at + 0.5) * STEP}
            y2={HEIGHT_PX}
          />
        ))}
        {lit ? (
          <rect
            className="fill-hover"
            height={HEIGHT_PX}
            width={(lit[1] - lit[0] + 1) * STEP}
            x={lit[0] * STEP}
          />
        ) : null}
        <TwoSidedBars bars={bars} count={count} lit={lit} scale={scale} />
      </svg>
      <CutNumbers bars={bars} count={count} scale={scale} />
    </div>
  );
}

type HeadProps = Pick<Props, 'lane' | 'count' | 'lit'> & {
  /** The pointer or the arrow keys are in this lane. */
  isChosen: boolean;
};

/** The name of the lane, and how many there were: in the lit bars, or in all. */
export function LaneHead({ lane, count, lit, isChosen }: HeadProps) {
  const t = useTexts(pulseTexts);
  const words = useTexts(overviewTexts);
  const language = useLanguage();
  const { all, failed, retries } = countsOf(lane, ...(lit ?? ([0, count - 1] as const)));
  return (
    <p className={`grid content-center ${laneHeight}`} data-lane-head={lane.id}>
      <span className={classes('truncate text-sm', isChosen ? 'font-medium' : 'text-soft')}>
        {lane.name}
      </span>
      <span className="tabular text-lg leading-5 font-semibold tracking-tight">
        {numberText(all, language)}
      </span>
      {failed > 0 || retries === 0 ? (
        <span
          className={classes(
            'tabular text-xs',
            lane.id === 'trainings' ? 'text-soft' : 'text-bad',
            failed === 0 && 'invisible',
          )}
        >
          {numberText(failed, language)} {t.failed[lane.id]}
        </span>
      ) : null}
      {retries > 0 ? (
        <span className="tabular text-xs text-warn">
          {words.retries(numberText(retries, language), retries === 1)}
        </span>
      ) : null}
    </p>
  );
}
