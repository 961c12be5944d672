import { useId } from 'react';
import { numberText } from '../../text/formats.ts';
import { useLanguage } from '../../text/language.ts';
import { STEP } from './measures.ts';
import { Stripes } from './swatch.tsx';
import { fills } from './tones.ts';
import {
  LEAST,
  type SideName,
  sides,
  sumAt,
  type TwoSidedScale,
  type TwoSides,
} from './two-sided-scale.ts';
import type { Span } from './use-span.ts';

type Props = {
  bars: TwoSides;
  count: number;
  scale: TwoSidedScale;
  /** The bars that light up: the others are dim. */
  lit?: Span | null;
};

/** Bars above and below a line, in a view box that is `STEP` wide for each bar and a unit high for each pixel. */
export function TwoSidedBars({ bars, count, scale, lit = null }: Props) {
  const stripes = useId();
  return (
    <>
      <Stripes id={stripes} />
      {Array.from({ length: count }, (_, bar) => (
        <Bar
          bar={bar}
          bars={bars}
          isDim={lit !== null && (bar < lit[0] || bar > lit[1])}
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the time.
          key={bar}
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
    </>
  );
}

type BarProps = Pick<Props, 'bars' | 'scale'> & { bar: number; isDim: boolean; stripes: string };

function Bar({ bars, bar, scale, isDim, stripes }: BarProps) {
  const rects = sides.flatMap((side) => {
    const { room } = scale[side];
    const parts = bars[side].flatMap(({ values, ...series }) => {
      const value = values[bar] ?? 0;
      return value === 0 ? [] : [{ ...series, size: Math.max(LEAST, value * scale.each) }];
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

/** The numbers of the bars that are longer than shown, over the box of the bars. */
export function CutNumbers({ bars, count, scale }: Omit<Props, 'lit'>) {
  return sides.map((side) => (
    <Numbers
      count={count}
      key={side}
      most={scale[side].most}
      side={side}
      sums={Array.from({ length: count }, (_, bar) => sumAt(bars[side], bar))}
    />
  ));
}

/** Of cut bars that are nearer to each other than this, the greatest has its number: the others have no room. */
const APART = 6;
const edges = { up: 'top-0', down: 'bottom-0' };

type NumbersProps = { sums: readonly number[]; most: number; count: number; side: SideName };

function Numbers({ sums, most, count, side }: NumbersProps) {
  const language = useLanguage();
  const cut = sums
    .map((sum, bar) => ({ bar, sum }))
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
