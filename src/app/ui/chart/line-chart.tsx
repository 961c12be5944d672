import { numberText, scoreText } from '../../text/formats.ts';
import { useLanguage } from '../../text/language.ts';
import { ChartTable } from './chart-table.tsx';
import { HEIGHT, STEP } from './measures.ts';
import { Plot } from './plot.tsx';
import type { Tick } from './scale.ts';

type Values = { name: string; values: readonly (number | null)[] };

type Props = {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The full name of each point. */
  names: readonly string[];
  /** The short names below some of the points. */
  ticks: readonly Tick[];
  /** Values from 0 to 100; null is a gap in the line. */
  line: Values;
  /** The line of the span before, point by point. */
  before?: Values | undefined;
  /** Counts, as quiet bars behind the line. */
  bars: { name: string; values: readonly number[] };
  /** A value below which something is missing: a line across the chart. */
  limit?: number;
};

const scale = { top: 100, ticks: [0, 25, 50, 75, 100] };
const x = (at: number) => (at + 0.5) * STEP;
const y = (value: number) => HEIGHT - value;

/** A line over quiet bars in SVG, with the same numbers in a table that screen readers get. */
export function LineChart({ label, names, ticks, line, before, bars, limit }: Props) {
  const language = useLanguage();
  const score = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : scoreText(value, language);
  const tipOf = ([at]: readonly [number, number]) => ({
    title: names[at] ?? '',
    rows: [
      { name: line.name, tone: 'accent' as const, value: score(line.values[at]) },
      ...(before
        ? [{ name: before.name, tone: 'before' as const, value: score(before.values[at]) }]
        : []),
      {
        name: bars.name,
        tone: 'wash' as const,
        value: numberText(bars.values[at] ?? 0, language),
      },
    ],
  });
  return (
    <figure className="min-w-0">
      <Plot
        count={names.length}
        height={176}
        label={label}
        scale={scale}
        ticks={ticks}
        tipOf={tipOf}
        valueText={(value) => numberText(value, language)}
      >
        <Counts values={bars.values} />
        {limit === undefined ? null : <Limit value={limit} width={names.length * STEP} />}
        {before ? <Line isBefore values={before.values} /> : null}
        <Line values={line.values} />
      </Plot>
      <ChartTable
        label={label}
        names={names}
        series={before ? [line, before, bars] : [line, bars]}
      />
    </figure>
  );
}

/** The highest bar is half as high as the chart. */
function Counts({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  return values.map((value, at) => {
    const size = (value / highest) * (HEIGHT / 2);
    return (
      <rect
        className="fill-accent-wash"
        height={size}
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the time.
        key={at}
        width={STEP * 0.6}
        x={x(at) - STEP * 0.3}
        y={HEIGHT - size}
      />
    );
  });
}

function Limit({ value, width }: { value: number; width: number }) {
  return (
    <line
      className="stroke-warn"
      strokeDasharray="6 3"
      vectorEffect="non-scaling-stroke"
      x2={width}
      y1={y(value)}
      y2={y(value)}
    />
  );
}

function Line({ values, isBefore }: { values: readonly (number | null)[]; isBefore?: boolean }) {
  const parts = partsOf(values);
  const stroke = isBefore ? 'stroke-edge' : 'stroke-accent';
  return (
    <>
      {parts.map((part) => (
        <polyline
          className={`fill-none ${stroke}`}
          key={part[0]?.at}
          points={part.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
          strokeDasharray={isBefore ? '4 3' : undefined}
          strokeLinejoin="round"
          strokeWidth={isBefore ? '1.5' : '2.5'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {/* A line without length is a dot that keeps its shape when the chart is stretched. */}
      {parts.flat().map(({ at, value }) => (
        <line
          className={stroke}
          key={at}
          strokeLinecap="round"
          strokeWidth={isBefore ? '4' : '7'}
          vectorEffect="non-scaling-stroke"
          x1={x(at)}
          x2={x(at)}
          y1={y(value)}
          y2={y(value)}
        />
      ))}
    </>
  );
}

/** The runs of points that have a value. */
function partsOf(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const parts: { at: number; value: number }[][] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const last = parts.at(-1);
    if (last && last.at(-1)?.at === at - 1) last.push({ at, value });
    else parts.push([{ at, value }]);
  }
  return parts;
}
