import { type PointerEvent, useRef, useState } from 'react';
import { numberText } from '../text/formats.ts';
import { useLanguage } from '../text/language.ts';
import { ChartTable } from './chart-table.tsx';
import { classes } from './classes.ts';

type Series = { name: string; tone: 'accent' | 'warn' | 'bad' | 'soft'; values: readonly number[] };

type Props = {
  /** The name of the chart, for the table that replaces it for screen readers. */
  label: string;
  /** The name of each bar, as in the table. */
  bars: readonly string[];
  series: readonly Series[];
  height?: number;
  /** The chart grows with its card. */
  isFilling?: boolean;
  /** Called when the person has dragged over a span: with its first and last bar. */
  onSpan?: (first: number, last: number) => void;
};

const tones = { accent: 'fill-accent', warn: 'fill-warn', bad: 'fill-bad', soft: 'fill-edge' };
const BAR = 10;

/** Stacked bars in SVG, with the same numbers in a table that screen readers get. */
export function Chart({ label, bars, series, height = 120, isFilling, onSpan }: Props) {
  const language = useLanguage();
  const totals = bars.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const highest = Math.max(1, ...totals);
  const isEmpty = totals.every((total) => total === 0);
  const { span, handlers } = useSpan(bars.length, onSpan);
  return (
    <figure className={classes('relative min-w-0 pr-9', isFilling && 'min-h-30 flex-1')}>
      {isEmpty ? null : (
        <span
          aria-hidden="true"
          className="tabular absolute top-0 right-0 text-xs leading-none text-soft"
        >
          {numberText(highest, language)}
        </span>
      )}
      <svg
        aria-hidden="true"
        className={classes(
          'w-full touch-none',
          isFilling && 'absolute inset-y-0 left-0 h-full max-w-[calc(100%-2.25rem)]',
          onSpan && 'cursor-crosshair',
        )}
        height={isFilling ? undefined : height}
        preserveAspectRatio="none"
        viewBox={`0 0 ${bars.length * BAR} ${height}`}
        {...handlers}
      >
        <line className="stroke-line" x2={bars.length * BAR} y1={height - 0.5} y2={height - 0.5} />
        {isEmpty ? null : <Top width={bars.length * BAR} />}
        {span ? (
          <rect
            className="fill-accent-wash"
            height={height}
            width={(span[1] - span[0] + 1) * BAR}
            x={span[0] * BAR}
          />
        ) : null}
        <Bars bars={bars} height={height} highest={highest} series={series} />
      </svg>
      <ChartTable label={label} names={bars} series={series} />
    </figure>
  );
}

/** The line at the top of the highest bar. The number is beside the line. */
function Top({ width }: { width: number }) {
  return (
    <line
      className="stroke-line"
      strokeDasharray="2 4"
      vectorEffect="non-scaling-stroke"
      x2={width}
      y1="4"
      y2="4"
    />
  );
}

type BarsProps = Required<Pick<Props, 'bars' | 'series' | 'height'>> & { highest: number };

function Bars({ bars, series, height, highest }: BarsProps) {
  return bars.map((bar, at) => {
    let top = height;
    return (
      <g key={bar}>
        <title>{titleOf(bar, series, at)}</title>
        <rect className="fill-transparent" height={height} width={BAR} x={at * BAR} />
        {series.map(({ name, tone, values }) => {
          const size = ((values[at] ?? 0) / highest) * (height - 4);
          top -= size;
          return (
            <rect
              className={tones[tone]}
              height={size}
              key={name}
              width={BAR - 3}
              x={at * BAR + 1.5}
              y={top}
            />
          );
        })}
      </g>
    );
  });
}

/** The text at a pointer that rests on a bar. */
function titleOf(bar: string, series: readonly Series[], at: number): string {
  return [bar, ...series.map(({ name, values }) => `${name}: ${values[at] ?? 0}`)].join('\n');
}

type Span = readonly [number, number];

/** The bars over which the person drags the pointer. */
function useSpan(count: number, onSpan: Props['onSpan']) {
  const [span, setSpan] = useState<Span | null>(null);
  const start = useRef<number | null>(null);
  if (!onSpan) return { span: null, handlers: {} };
  const barAt = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * count);
    return Math.min(count - 1, Math.max(0, at));
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (start.current === null) return;
    const at = barAt(event);
    setSpan([Math.min(start.current, at), Math.max(start.current, at)]);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = barAt(event);
      setSpan([start.current, start.current]);
    },
    onPointerMove: move,
    onPointerUp: () => {
      start.current = null;
      if (span) onSpan(span[0], span[1]);
      setSpan(null);
    },
  };
  return { span, handlers };
}

/** A line of small bars beside a name. A text beside it says the sum. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  return (
    <svg
      aria-hidden="true"
      className="h-5 w-28 max-w-full shrink-0"
      preserveAspectRatio="none"
      viewBox={`0 0 ${values.length * 4} 20`}
    >
      {values.map((value, at) => {
        const size = value === 0 ? 1 : Math.max(2, (value / highest) * 20);
        return (
          <rect
            className={value === 0 ? 'fill-line' : 'fill-accent'}
            height={size}
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day.
            key={at}
            width="3"
            x={at * 4}
            y={20 - size}
          />
        );
      })}
    </svg>
  );
}
