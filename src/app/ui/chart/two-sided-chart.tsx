import { numberText } from '../../text/formats.ts';
import { useLanguage } from '../../text/language.ts';
import { type Bars, useTips } from './bar-tips.ts';
import { hasValues } from './legend.tsx';
import { HEIGHT } from './measures.ts';
import { Plot } from './plot.tsx';
import type { Scale, Tick } from './scale.ts';
import { CutNumbers, TwoSidedBars } from './two-sided-bars.tsx';
import { type TwoSidedScale, type TwoSides, twoSidedScale } from './two-sided-scale.ts';
import type { OnSpan } from './use-span.ts';

type Props = TwoSides & {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The full name of each bar. */
  names: Bars['bars'];
  /** The short names below some of the bars. */
  ticks: readonly Tick[];
  height: number;
  /** Called with the first and the last bar of a span that the person has chosen. */
  onSpan: OnSpan;
};

/**
 * A low chart above a list: what went well above its line, what failed below it. It has no table of its numbers, because a
 * screen reader would have to pass all rows to reach the list.
 */
export function TwoSidedChart({ up, down, label, names, ticks, height, onSpan }: Props) {
  const language = useLanguage();
  const count = names.length;
  const bars = { up, down };
  const scale = twoSidedScale(bars, count, height);
  return (
    <figure className="min-w-0">
      <Plot
        count={count}
        height={height}
        label={label}
        onSpan={onSpan}
        over={<CutNumbers bars={bars} count={count} scale={scale} />}
        scale={axisOf(bars, scale)}
        ticks={ticks}
        tipOf={useTips({ bars: names, series: [...down.toReversed(), ...up] })}
        valueText={(value) => numberText(Math.abs(value), language)}
      >
        <g transform={`scale(1 ${HEIGHT / height})`}>
          <TwoSidedBars bars={bars} count={count} scale={scale} />
        </g>
      </Plot>
    </figure>
  );
}

/** Two values that are nearer to each other than this would overlap. */
const APART = 11;

/** The most of each side, if it is far enough from the zero. Those of the lower side are negative. */
function axisOf({ up, down }: TwoSides, scale: TwoSidedScale): Scale {
  const { height, line, each } = scale;
  const ticks = [
    ...(down.some(hasValues) ? [-scale.down.most] : []),
    0,
    ...(up.some(hasValues) ? [scale.up.most] : []),
  ];
  return {
    bottom: (line - height) / each,
    top: line / each,
    ticks: ticks.filter((value) => value === 0 || Math.abs(value) * each >= APART),
  };
}
