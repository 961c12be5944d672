import { numberText, scoreText } from '../../text/formats.ts';
import { useLanguage } from '../../text/language.ts';
import { ChartTable } from './chart-table.tsx';
import { HEIGHT, STEP } from './measures.ts';
import { Plot } from './plot.tsx';
import { depthOf, type Scale, scaleOfPoints, type Tick } from './scale.ts';
import { fills } from './tones.ts';

type Values = { name: string; values: readonly (number | null)[] };

type Props = {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The full name of each point. */
  names: readonly string[];
  /** The short names below some of the points. */
  ticks: readonly Tick[];
  /** Values from 0 to 100. Null makes a gap in the line. */
  line: Values;
  /** The line of the previous span, point by point. */
  before?: Values | undefined;
  /** Counts, shown as bars in a strip below the line. */
  bars: { name: string; values: readonly number[] };
  /** A line across the chart. Values below it are too low. */
  limit?: number;
  /** Lines go on over points without a value. */
  bridges?: boolean;
};

const x = (index: number) => (index + 0.5) * STEP;
const y = (value: number, scale: Scale) => HEIGHT * depthOf(value, scale);

/** A line in SVG, above a strip of bars. A table has the same numbers for screen readers. */
export function LineChart({ label, names, ticks, line, before, bars, limit, bridges }: Props) {
  const language = useLanguage();
  const score = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : scoreText(value, language);
  const points = [...line.values, ...(before?.values ?? []), limit ?? null];
  const scale = scaleOfPoints(points.filter((value) => value !== null));
  const tipOf = ([at]: readonly [number, number]) => ({
    title: names[at] ?? '',
    rows: [
      { name: line.name, tone: 'accent' as const, value: score(line.values[at]) },
      ...(before
        ? [{ name: before.name, tone: 'before' as const, value: score(before.values[at]) }]
        : []),
      {
        name: bars.name,
        tone: 'volume' as const,
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
        strip={<Counts values={bars.values} />}
        tipOf={tipOf}
        valueText={(value) => numberText(value, language)}
      >
        {limit === undefined ? null : <Limit y={y(limit, scale)} width={names.length * STEP} />}
        {before ? <Line bridges={bridges} isBefore scale={scale} values={before.values} /> : null}
        <Line bridges={bridges} scale={scale} values={line.values} />
      </Plot>
      <ChartTable
        label={label}
        names={names}
        series={before ? [line, before, bars] : [line, bars]}
      />
    </figure>
  );
}

/** Counts have a strip of their own, because the axis of the line says nothing about them. */
function Counts({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  return (
    <svg
      aria-hidden="true"
      className="block h-8 w-full border-b border-edge"
      preserveAspectRatio="none"
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
    >
      {values.map((value, index) => {
        const size = (value / highest) * HEIGHT;
        return (
          <rect
            className={fills.volume}
            height={size}
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the time.
            key={index}
            width={STEP * 0.6}
            x={x(index) - STEP * 0.3}
            y={HEIGHT - size}
          />
        );
      })}
    </svg>
  );
}

function Limit({ y, width }: { y: number; width: number }) {
  return (
    <line
      className="stroke-needs"
      strokeDasharray="6 3"
      vectorEffect="non-scaling-stroke"
      x2={width}
      y1={y}
      y2={y}
    />
  );
}

type LineProps = {
  scale: Scale;
  values: readonly (number | null)[];
  isBefore?: boolean;
  bridges: boolean | undefined;
};

function Line({ scale, values, isBefore, bridges }: LineProps) {
  const parts = partsOf(values, bridges);
  const stroke = isBefore ? 'stroke-edge' : 'stroke-bars';
  return (
    <>
      {parts.map((part) => (
        <polyline
          className={`fill-none ${stroke}`}
          key={part[0]?.index}
          points={part.map(({ index, value }) => `${x(index)},${y(value, scale)}`).join(' ')}
          strokeDasharray={isBefore ? '4 3' : undefined}
          strokeLinejoin="round"
          strokeWidth={isBefore ? '1.5' : '2.5'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {/* A line without length is a dot. It stays round when the chart is stretched. */}
      {parts.flat().map(({ index, value }) => (
        <line
          className={stroke}
          key={index}
          strokeLinecap="round"
          strokeWidth={isBefore ? '4' : '7'}
          vectorEffect="non-scaling-stroke"
          x1={x(index)}
          x2={x(index)}
          y1={y(value, scale)}
          y2={y(value, scale)}
        />
      ))}
    </>
  );
}

/** Runs of neighbouring points with values, or all of them. */
function partsOf(values: LineProps['values'], bridges = false) {
  const parts: { index: number; value: number }[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = parts.at(-1);
    if (last && (bridges || last.at(-1)?.index === index - 1)) last.push({ index, value });
    else parts.push([{ index, value }]);
  }
  return parts;
}
