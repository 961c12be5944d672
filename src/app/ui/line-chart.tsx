import { ChartTable } from './chart-table.tsx';

type Point = { name: string; value: number | null; bar: number };

type Props = {
  /** The name of the chart, for the table that replaces it for screen readers. */
  label: string;
  series: string;
  barSeries: string;
  /** Values from 0 to 100; null is a gap in the line. The bars behind are counts. */
  points: readonly Point[];
};

const WIDTH = 1000;
const HEIGHT = 160;
const TOP = 16;

/** A line over quiet bars in SVG, with the same numbers in a table that screen readers get. */
export function LineChart({ label, series, barSeries, points }: Props) {
  const step = WIDTH / points.length;
  const x = (at: number) => (at + 0.5) * step;
  const y = (value: number) => HEIGHT - (value / 100) * (HEIGHT - TOP);
  const highest = Math.max(1, ...points.map(({ bar }) => bar));
  const lines = [25, 50, 75, 100];
  return (
    <figure className="relative min-w-0 pr-9">
      <Scale y={y} />
      <svg
        aria-hidden="true"
        className="h-40 w-full overflow-visible"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        {lines.map((value) => (
          <line
            className="stroke-line"
            key={value}
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
            x2={WIDTH}
            y1={y(value)}
            y2={y(value)}
          />
        ))}
        {points.map(({ name, bar }, at) => (
          <rect
            className="fill-accent-wash"
            height={(bar / highest) * (HEIGHT / 2)}
            key={name}
            width={step * 0.6}
            x={x(at) - step * 0.3}
            y={HEIGHT - (bar / highest) * (HEIGHT / 2)}
          />
        ))}
        <line
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
          x2={WIDTH}
          y1={HEIGHT}
          y2={HEIGHT}
        />
        <Line parts={partsOf(points)} x={x} y={y} />
      </svg>
      <ChartTable
        label={label}
        names={points.map(({ name }) => name)}
        series={[
          { name: series, values: points.map(({ value }) => value) },
          { name: barSeries, values: points.map(({ bar }) => bar) },
        ]}
      />
    </figure>
  );
}

/** The values of the lines across the chart. */
function Scale({ y }: Pick<LineProps, 'y'>) {
  return (
    <ul
      aria-hidden="true"
      className="tabular pointer-events-none absolute inset-0 text-xs text-faint"
    >
      {[50, 100].map((value) => (
        <li className="absolute right-0 -translate-y-1/2" key={value} style={{ top: y(value) }}>
          {value}
        </li>
      ))}
    </ul>
  );
}

type LineProps = {
  parts: { at: number; value: number }[][];
  x: (at: number) => number;
  y: (value: number) => number;
};

function Line({ parts, x, y }: LineProps) {
  return (
    <>
      {parts.map((part) => (
        <polyline
          className="fill-none stroke-accent"
          key={part[0]?.at}
          points={part.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeWidth="2.5"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {/* A line without length is a dot that keeps its shape when the chart is stretched. */}
      {parts.flat().map(({ at, value }) => (
        <line
          className="stroke-accent"
          key={at}
          strokeLinecap="round"
          strokeWidth="7"
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
function partsOf(points: readonly Point[]): { at: number; value: number }[][] {
  const parts: { at: number; value: number }[][] = [];
  for (const [at, { value }] of points.entries()) {
    if (value === null) continue;
    const last = parts.at(-1);
    if (last && last.at(-1)?.at === at - 1) last.push({ at, value });
    else parts.push([{ at, value }]);
  }
  return parts;
}
