import { useId } from 'react';
import { numberText } from '../../text/formats.ts';
import { useLanguage } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { type Bars as Barred, sumOf, useTips } from './bar-tips.ts';
import { ChartTable } from './chart-table.tsx';
import { HEIGHT, STEP } from './measures.ts';
import { Plot } from './plot.tsx';
import { type Scale, scaleOf, type Tick } from './scale.ts';
import { Stripes } from './swatch.tsx';
import { fills } from './tones.ts';
import type { OnSpan } from './use-span.ts';

type Props = Barred & {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The short names below some of the bars. */
  ticks: readonly Tick[];
  height?: number;
  /** The chart grows with its card. */
  isFilling?: boolean;
  /** Called with the first and the last bar of a span that the person has chosen. */
  onSpan?: OnSpan | undefined;
};

/** Stacked bars in SVG. A table has the same numbers for screen readers. */
export function BarChart(props: Props) {
  const { label, bars, ticks, series, before, height = 120, isFilling, onSpan } = props;
  const language = useLanguage();
  const tipOf = useTips(props);
  const stripes = useId();
  const totals = bars.map((_, index) => sumOf(series.map(({ values }) => values[index])));
  const scale = scaleOf(Math.max(...totals, ...(before?.values ?? [])));
  return (
    <figure className={classes('min-w-0', isFilling && 'flex flex-1 flex-col')}>
      <Plot
        count={bars.length}
        height={height}
        isFilling={isFilling}
        label={label}
        onSpan={onSpan}
        scale={scale}
        ticks={ticks}
        tipOf={tipOf}
        valueText={(value) => numberText(value, language)}
      >
        <Bars count={bars.length} scale={scale} series={series} stripes={stripes} />
        {before ? <Before scale={scale} values={before.values} /> : null}
      </Plot>
      <ChartTable label={label} names={bars} series={before ? [...series, before] : series} />
    </figure>
  );
}

type BarsProps = Pick<Props, 'series'> & { count: number; scale: Scale; stripes: string };

function Bars({ count, series, scale, stripes }: BarsProps) {
  const bars = Array.from({ length: count }, (_, index) => {
    let top = HEIGHT;
    return series.map(({ name, tone, values }) => {
      const size = ((values[index] ?? 0) / scale.top) * HEIGHT;
      top -= size;
      return size === 0 ? null : (
        <rect
          className={fills[tone]}
          fill={tone === 'stripes' ? `url(#${stripes})` : undefined}
          height={size}
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the time.
          key={`${index} ${name}`}
          width={STEP * 0.7}
          x={index * STEP + STEP * 0.15}
          y={top}
        />
      );
    });
  });
  return (
    <>
      {series.some(({ tone }) => tone === 'stripes') ? <Stripes id={stripes} /> : null}
      {bars}
    </>
  );
}

/** The sums of the previous span, as outlines of bars. */
function Before({ values, scale }: { values: readonly number[]; scale: Scale }) {
  const points = values.flatMap((value, index) => {
    const y = HEIGHT * (1 - value / scale.top);
    return [`${index * STEP},${y}`, `${(index + 1) * STEP},${y}`];
  });
  return (
    <polyline
      className="fill-none stroke-edge"
      points={points.join(' ')}
      strokeDasharray="4 3"
      strokeWidth="1.5"
      vectorEffect="non-scaling-stroke"
    />
  );
}
