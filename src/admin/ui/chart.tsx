import { type PointerEvent, useRef, useState } from 'react';
import { ChartTable } from './chart-table.tsx';
import { classes } from './classes.ts';

type Series = { name: string; tone: 'accent' | 'warn' | 'bad' | 'soft'; values: readonly number[] };

type Props = {
  /** What is shown, for the table that stands for it. */
  label: string;
  /** Of each bar, as in the table. */
  bars: readonly string[];
  series: readonly Series[];
  height?: number;
  /** A span was dragged: the first and the last bar of it. */
  onSpan?: (first: number, last: number) => void;
};

const tones = { accent: 'fill-accent', warn: 'fill-warn', bad: 'fill-bad', soft: 'fill-edge' };
const BAR = 10;

/** Stacked bars in SVG, with the same numbers in a table that screen readers get. */
export function Chart({ label, bars, series, height = 120, onSpan }: Props) {
  const totals = bars.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const highest = Math.max(1, ...totals);
  const { span, handlers } = useSpan(bars.length, onSpan);
  return (
    <figure className="min-w-0">
      <svg
        aria-hidden="true"
        className={classes('w-full touch-none', onSpan && 'cursor-crosshair')}
        height={height}
        preserveAspectRatio="none"
        viewBox={`0 0 ${bars.length * BAR} ${height}`}
        {...handlers}
      >
        <line className="stroke-line" x2={bars.length * BAR} y1={height - 0.5} y2={height - 0.5} />
        {span ? (
          <rect
            className="fill-accent-wash"
            height={height}
            width={(span[1] - span[0] + 1) * BAR}
            x={span[0] * BAR}
          />
        ) : null}
        {bars.map((bar, at) => {
          let top = height;
          return (
            <g key={bar}>
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
        })}
      </svg>
      <ChartTable label={label} names={bars} series={series} />
    </figure>
  );
}

type Span = readonly [number, number];

/** The bars over which the pointer is dragged. */
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

/** A line of small bars beside a name. The text beside says the sum. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  return (
    <svg
      aria-hidden="true"
      className="h-5 w-full max-w-28"
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
