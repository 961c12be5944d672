import { useId } from 'react';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { STEP } from '../../../ui/chart/measures.ts';
import type { Tick } from '../../../ui/chart/scale.ts';
import { Stripes } from '../../../ui/chart/swatch.tsx';
import { fills } from '../../../ui/chart/tones.ts';
import type { Span } from '../../../ui/chart/use-span.ts';
import { classes } from '../../../ui/classes.ts';
import { countsOf, type Lane as LaneOf } from './lanes.ts';
import { pulseTexts } from './texts.ts';

/** Units of the height, about as many as pixels, and how many of them are left above and below the line. */
const ALL = 60;
const LEAST_UP = 24;
const LEAST_DOWN = 8;
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

/** One lane: what went well above the line, what failed below it. */
export function Lane({ lane, count, lit, ticks }: Props) {
  const stripes = useId();
  const { line, ...scale } = scaleOf(lane, count);
  return (
    <svg
      aria-hidden="true"
      className={`block w-full overflow-visible ${laneHeight}`}
      data-lane={lane.id}
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
          line={line}
          scale={scale}
          stripes={stripes}
        />
      ))}
      <line
        className="stroke-edge"
        vectorEffect="non-scaling-stroke"
        x2={count * STEP}
        y1={line}
        y2={line}
      />
    </svg>
  );
}

type HeadProps = Pick<Props, 'lane' | 'count' | 'lit'> & {
  /** The pointer or the arrow keys are in this lane. */
  isChosen: boolean;
};

/** The name of the lane, and how many there were: in the lit bars, or in all. */
export function LaneHead({ lane, count, lit, isChosen }: HeadProps) {
  const t = useTexts(pulseTexts);
  const language = useLanguage();
  const { all, failed } = countsOf(lane, ...(lit ?? ([0, count - 1] as const)));
  return (
    <p className={`grid content-center ${laneHeight}`} data-lane-head={lane.id}>
      <span className={classes('truncate text-sm', isChosen ? 'font-medium' : 'text-soft')}>
        {lane.name}
      </span>
      <span className="tabular text-lg leading-5 font-semibold tracking-tight">
        {numberText(all, language)}
      </span>
      <span
        className={classes(
          'tabular text-xs',
          lane.id === 'trainings' ? 'text-soft' : 'text-bad',
          failed === 0 && 'invisible',
        )}
      >
        {numberText(failed, language)} {t.failed[lane.id]}
      </span>
    </p>
  );
}

/** How many units one thing has, and how many a bar shows at most. */
type Side = { units: number; most: number };
type Scale = Record<'up' | 'down', Side>;

type BarProps = {
  lane: LaneOf;
  bar: number;
  line: number;
  scale: Scale;
  isDim: boolean;
  stripes: string;
};

function Bar({ lane, bar, line, scale, isDim, stripes }: BarProps) {
  const x = bar * STEP + STEP * 0.15;
  const sides = (['up', 'down'] as const).map((side) => {
    const { units, most } = scale[side];
    const sum = sumAt(lane[side], bar);
    const isCut = sum > most;
    let end = line;
    const rects = lane[side].flatMap(({ values, ...series }) => {
      const value = values[bar] ?? 0;
      if (value === 0) return [];
      const size = Math.max(LEAST, value * units * (isCut ? most / sum : 1));
      end += side === 'up' ? -size : size;
      return [{ ...series, size, y: side === 'up' ? end : end - size }];
    });
    return { rects, cut: isCut ? end + (side === 'up' ? 8 : -8) : null };
  });
  const rects = sides.flatMap((side) => side.rects);
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
          x={x}
          y={y}
        />
      ))}
      {sides.map(({ cut }) => (cut === null ? null : <Cut key={cut} x={x} y={cut} />))}
    </g>
  );
}

/** A gap across a bar that is longer than shown. */
function Cut({ x, y }: { x: number; y: number }) {
  return (
    <path className="fill-card" d={`M${x},${y}l${STEP * 0.7},-4v3l-${STEP * 0.7},4z`} data-cut />
  );
}

function sumAt(series: LaneOf['up'], bar: number): number {
  return series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0);
}

/**
 * Where the line is, and how many units one thing has. A failure is as long as a success, unless many failures have no
 * room: then only the failures shrink, because the day must stay readable above them.
 */
function scaleOf(lane: LaneOf, count: number): Scale & { line: number } {
  const mostOf = (side: 'up' | 'down') =>
    readable(Array.from({ length: count }, (_, bar) => sumAt(lane[side], bar)));
  const [up, down] = [mostOf('up'), mostOf('down')];
  const share = up + down === 0 ? 1 : up / (up + down);
  const line = Math.min(ALL - LEAST_DOWN, Math.max(LEAST_UP, Math.round(ALL * share)));
  const above = line / Math.max(up, 4);
  const below = Math.min(above, (ALL - line) / Math.max(down, 1));
  return { line, up: { units: above, most: up }, down: { units: below, most: down } };
}

/** True if some bar is longer than shown. */
export function hasCut(lane: LaneOf, count: number): boolean {
  const { up, down } = scaleOf(lane, count);
  return Array.from({ length: count }).some(
    (_, bar) => sumAt(lane.up, bar) > up.most || sumAt(lane.down, bar) > down.most,
  );
}

/** The most that a bar shows. The few that are far longer than nine of ten are cut: they would flatten all others. */
function readable(sums: readonly number[]): number {
  const [most = 0, ...others] = sums.filter((sum) => sum > 0).sort((a, b) => b - a);
  const usual = others[Math.floor(others.length / 10)] ?? most;
  const isFar = others.length >= SOME_BARS && most > Math.max(3 * usual, ROOM);
  return isFar ? Math.max(2 * usual, 4) : most;
}
