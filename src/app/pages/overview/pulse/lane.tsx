import { useId } from 'react';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { STEP } from '../../../ui/chart/measures.ts';
import type { Tick } from '../../../ui/chart/scale.ts';
import { Stripes } from '../../../ui/chart/swatch.tsx';
import { fills } from '../../../ui/chart/tones.ts';
import type { Span } from '../../../ui/chart/use-span.ts';
import { classes } from '../../../ui/classes.ts';
import { overviewTexts } from '../texts.ts';
import { countsOf, type Lane as LaneOf } from './lanes.ts';
import { pulseTexts } from './texts.ts';

/** Units of the height, about as many as pixels, and how many of them are left above and below the line. */
const ALL = 60;
const LEAST_UP = 24;
const LEAST_DOWN = 8;
/** What the number of a cut bar needs beyond its end. */
const NUMBER = 10;
/** Of cut bars that are nearer to each other than this, the greatest has its number: the others have no room. */
const APART = 6;
/** A single failure among thousands is still seen. */
const LEAST = 5;
/** As long as this many have room, the fewest are seen. */
const ROOM = ALL / LEAST;
/** Of fewer bars, none is far from the others. */
const SOME_BARS = 5;

type Props = {
  lane: LaneOf;
  count: number;
  /** The bars that light up, in all lanes alike. */
  lit: Span | null;
  /** The times with a text below the last lane. A line leads to each through all lanes. */
  ticks: readonly Tick[];
};

const laneHeight = 'h-18';

/** One lane: what went well above the line, what failed below it. A bar that has no room ends with its number. */
export function Lane({ lane, count, lit, ticks }: Props) {
  const stripes = useId();
  const scale = scaleOf(lane, count);
  return (
    <div className={`relative ${laneHeight}`} data-lane={lane.id}>
      <svg
        aria-hidden="true"
        className="block size-full overflow-visible"
        preserveAspectRatio="none"
        viewBox={`0 0 ${count * STEP} ${ALL}`}
      >
        <Stripes id={stripes} />
        {ticks.map(({ at }) => (
          <line
            className="stroke-line"
            key={at}
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
            x1={(at + 0.5) * STEP}
            x2={(at + 0.5) * STEP}
            y2={ALL}
          />
        ))}
        {lit ? (
          <rect
            className="fill-hover"
            height={ALL}
            width={(lit[1] - lit[0] + 1) * STEP}
            x={lit[0] * STEP}
          />
        ) : null}
        {Array.from({ length: count }, (_, bar) => (
          <Bar
            bar={bar}
            isDim={lit !== null && (bar < lit[0] || bar > lit[1])}
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the time.
            key={bar}
            lane={lane}
            scale={scale}
            stripes={stripes}
          />
        ))}
        <line
          className="stroke-edge"
          vectorEffect="non-scaling-stroke"
          x2={count * STEP}
          y1={scale.line}
          y2={scale.line}
        />
      </svg>
      {sides.map((side) => (
        <Numbers count={count} key={side} most={scale[side].most} series={lane[side]} side={side} />
      ))}
    </div>
  );
}

type NumbersProps = { series: LaneOf['up']; most: number; count: number; side: keyof typeof edges };

const edges = { up: 'top-0', down: 'bottom-0' };

/** The numbers of the bars that are longer than shown, as far as they do not touch. */
function Numbers({ series, most, count, side }: NumbersProps) {
  const language = useLanguage();
  const cut = Array.from({ length: count }, (_, bar) => ({ bar, sum: sumAt(series, bar) }))
    .filter(({ sum }) => sum > most)
    .sort((a, b) => b.sum - a.sum);
  return cut.map(({ bar, sum }, index) =>
    cut.slice(0, index).some((other) => Math.abs(other.bar - bar) < APART) ? null : (
      <span
        className={`tabular pointer-events-none absolute -translate-x-1/2 text-[0.625rem] leading-none text-soft ${edges[side]}`}
        aria-hidden="true"
        data-cut
        key={bar}
        style={{ left: `${((bar + 0.5) / count) * 100}%` }}
      >
        {numberText(sum, language)}
      </span>
    ),
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

const sides = ['up', 'down'] as const;
/** How many units one thing has, how many of them have room, and how many things that is. */
type Side = { units: number; room: number; most: number };
type Scale = Record<(typeof sides)[number], Side> & { line: number };

type BarProps = { lane: LaneOf; bar: number; scale: Scale; isDim: boolean; stripes: string };

function Bar({ lane, bar, scale, isDim, stripes }: BarProps) {
  const rects = sides.flatMap((side) => {
    const { units, room } = scale[side];
    const parts = lane[side].flatMap(({ values, ...series }) => {
      const value = values[bar] ?? 0;
      return value === 0 ? [] : [{ ...series, size: Math.max(LEAST, value * units) }];
    });
    const shown = Math.min(1, room / parts.reduce((sum, { size }) => sum + size, 0));
    let end = scale.line;
    return parts.map((part) => {
      const size = part.size * shown;
      end += side === 'up' ? -size : size;
      return { ...part, size, y: side === 'up' ? end : end - size };
    });
  });
  if (rects.length === 0) return null;
  return (
    <g className={isDim ? 'opacity-35' : undefined} data-bar={bar}>
      {rects.map(({ name, tone, size, y }) => (
        <rect
          className={fills[tone]}
          fill={tone === 'stripes' ? `url(#${stripes})` : undefined}
          height={size}
          key={name}
          width={STEP * 0.7}
          x={bar * STEP + STEP * 0.15}
          y={y}
        />
      ))}
    </g>
  );
}

function sumAt(series: LaneOf['up'], bar: number): number {
  return series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0);
}

/**
 * Where the line is, and how many units one thing has. A failure is as long as a success, unless many failures have no
 * room: then only the failures shrink, because the day must stay readable above them.
 */
function scaleOf(lane: LaneOf, count: number): Scale {
  const readableOf = (side: 'up' | 'down') =>
    readable(Array.from({ length: count }, (_, bar) => sumAt(lane[side], bar)));
  const [up, down] = [readableOf('up'), readableOf('down')];
  const [first, last] = [up.isFar ? NUMBER : 0, down.isFar ? ALL - NUMBER : ALL];
  const share = up.most + down.most === 0 ? 1 : up.most / (up.most + down.most);
  const wanted = Math.max(LEAST_UP, Math.round((last - first) * share));
  const line = Math.min(last - LEAST_DOWN, first + wanted);
  const [above, below] = [line - first, last - line];
  const unit = above / Math.max(up.most, 4);
  const sideOf = (units: number, room: number, { most }: { most: number }) => ({
    ...{ units, room },
    most: Math.max(most, Math.floor(room / units)),
  });
  return {
    line,
    up: sideOf(unit, above, up),
    down: sideOf(Math.min(unit, below / Math.max(down.most, 1)), below, down),
  };
}

/**
 * The most that must have room. The few that are far longer than nine of ten need not: they would flatten all others.
 */
function readable(sums: readonly number[]): { most: number; isFar: boolean } {
  const [most = 0, ...others] = sums.filter((sum) => sum > 0).sort((a, b) => b - a);
  const usual = others[Math.floor(others.length / 10)] ?? most;
  const isFar = others.length >= SOME_BARS && most > Math.max(3 * usual, ROOM);
  return { most: isFar ? Math.max(3 * usual, ROOM / 2) : most, isFar };
}
