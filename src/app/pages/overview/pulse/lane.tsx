import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { STEP } from '../../../ui/chart/measures.ts';
import type { Tick } from '../../../ui/chart/scale.ts';
import { Swatch } from '../../../ui/chart/swatch.tsx';
import { CutNumbers, TwoSidedBars } from '../../../ui/chart/two-sided-bars.tsx';
import {
  LEAST,
  type SideName,
  sides,
  sumAt,
  type TwoSidedScale,
  type TwoSides,
  twoSidedScale,
} from '../../../ui/chart/two-sided-scale.ts';
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
  const language = useLanguage();
  const bars = sidesOf(lane);
  const scale = twoSidedScale(bars, count, HEIGHT_PX);
  const highest = sides.flatMap((side) => highestOf(side, bars, count, scale) ?? []);
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
        {highest.map(({ side, y }) => (
          <line
            className="stroke-line"
            key={side}
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
            x2={count * STEP}
            y1={y}
            y2={y}
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
      {highest.map(({ side, value, y }) => (
        <span
          aria-hidden="true"
          className="tabular pointer-events-none absolute right-full mr-1.5 -translate-y-1/2 text-[0.625rem] leading-none text-soft"
          data-highest={side}
          key={side}
          style={{ top: y }}
        >
          {numberText(value, language)}
        </span>
      ))}
    </div>
  );
}

/**
 * The value of the longest bar of a side, and how far down the lane it ends. A bar that is cut off has its own number, so
 * the axis has the most that has room.
 */
function highestOf(side: SideName, bars: TwoSides, count: number, scale: TwoSidedScale) {
  const sums = Array.from({ length: count }, (_, bar) => sumAt(bars[side], bar));
  const value = Math.min(scale[side].most, Math.max(...sums));
  if (value === 0) return null;
  const length = Math.max(LEAST, value * scale.each);
  return { side, value, y: scale.line + (side === 'up' ? -length : length) };
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
      <span
        className={classes(
          'flex items-center gap-1.5 text-sm',
          isChosen ? 'font-medium' : 'text-soft',
        )}
      >
        <span className="truncate">{lane.name}</span>
        {/* A colour of this lane alone is explained here: the legend is about all lanes. */}
        {lane.up.some(({ tone }) => tone === 'accent') ? <Swatch tone="accent" /> : null}
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
