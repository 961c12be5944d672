import { useId } from 'react';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { uiTexts } from '../texts.ts';
import { ChartTable } from './chart-table.tsx';
import { HEIGHT, STEP } from './measures.ts';
import { Plot } from './plot.tsx';
import { type Scale, scaleOf, type Tick } from './scale.ts';
import { Stripes } from './swatch.tsx';
import type { Tip } from './tip.tsx';
import { fills, type Tone } from './tones.ts';
import type { OnSpan, Span } from './use-span.ts';

type Series = { name: string; tone: Tone; values: readonly number[] };

type Props = {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The full name of each bar. */
  bars: readonly string[];
  /** The short names below some of the bars. */
  ticks: readonly Tick[];
  series: readonly Series[];
  /** The sums of the previous span, bar by bar. */
  before?: { name: string; values: readonly number[] } | undefined;
  height?: number;
  /** The chart grows with its card. */
  isFilling?: boolean;
  /** False above a list: a screen reader would have to pass all rows of the table to reach the list. */
  hasTable?: boolean;
  /** Called with the first and the last bar of a span that the person has chosen. */
  onSpan?: OnSpan | undefined;
};

/** Stacked bars in SVG. A table has the same numbers for screen readers. */
export function BarChart(props: Props) {
  const { label, bars, ticks, series, before, height = 120, isFilling, onSpan } = props;
  const { hasTable = true } = props;
  const language = useLanguage();
  const tipOf = useTips(props);
  const stripes = useId();
  const totals = bars.map((_, index) => sumOf(series.map(({ values }) => values[index])));
  const scale = scaleOf(Math.max(...totals, ...(before?.values ?? [])), height);
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
      {hasTable ? (
        <ChartTable label={label} names={bars} series={before ? [...series, before] : series} />
      ) : null}
    </figure>
  );
}

/** The texts of a bar, or of the sums of a span of bars. */
function useTips({ bars, series, before }: Props): (span: Span) => Tip {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  return ([first, last]) => {
    const [from = '', to = ''] = [bars[first], bars[last]];
    const count = (values: readonly number[]) => sumOf(values.slice(first, last + 1));
    const rows = [...series]
      // The order in which the bars are stacked.
      .reverse()
      .map(({ name, tone, values }) => ({ name, tone, value: count(values) }));
    const all = {
      name: t.chartTotal,
      tone: 'none' as const,
      value: sumOf(rows.map(({ value }) => value)),
    };
    const earlier = before && {
      name: before.name,
      tone: 'before' as const,
      value: count(before.values),
    };
    return {
      title: first === last ? from : `${from} – ${to}`,
      rows: [...rows, ...(rows.length > 1 ? [all] : []), ...(earlier ? [earlier] : [])].map(
        (row) => ({ ...row, value: numberText(row.value, language) }),
      ),
    };
  };
}

function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
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
