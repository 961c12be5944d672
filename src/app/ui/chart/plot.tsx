import { type ReactNode, useId } from 'react';
import { useTexts } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { uiTexts } from '../texts.ts';
import { HEIGHT, STEP } from './measures.ts';
import { depthOf, type Scale, type Tick } from './scale.ts';
import { type Tip, TipBox, tipText } from './tip.tsx';
import { type OnSpan, type Span, useSpan } from './use-span.ts';

type Props = {
  label: string;
  /** The number of points. */
  count: number;
  ticks: readonly Tick[];
  scale: Scale;
  valueText: (value: number) => string;
  tipOf: (span: Span) => Tip;
  /** The height in pixels. */
  height: number;
  /** The chart grows with its card. */
  isFilling?: boolean | undefined;
  onSpan?: OnSpan | undefined;
  /** Drawn between the chart and its times. */
  strip?: ReactNode;
  /** Texts that lie over the chart. */
  over?: ReactNode;
  /** Drawn in a view box that is `STEP` wide for each point and `HEIGHT` high. */
  children: ReactNode;
};

/**
 * The area of a chart with its two axes. It is a slider: arrow keys go from point to point, and a screen reader reads
 * the values of each point.
 */
export function Plot(props: Props) {
  const { label, count, ticks, scale, valueText, tipOf, height, isFilling, onSpan } = props;
  const t = useTexts(uiTexts);
  const help = useId();
  const { span, at, handlers } = useSpan({ count, onSpan });
  const tip = span && tipOf(span);
  return (
    <div className={classes('grid gap-1 pr-12', isFilling && 'flex-1 grid-rows-[1fr_auto]')}>
      <div className="relative" style={isFilling ? { minHeight: height } : { height }}>
        <Values scale={scale} valueText={valueText} />
        <div
          aria-describedby={help}
          aria-label={label}
          aria-valuemax={count}
          aria-valuemin={1}
          aria-valuenow={at + 1}
          aria-valuetext={tipText(tip ?? tipOf([at, at]))}
          className={classes(
            'absolute inset-0 touch-pan-y rounded-sm select-none',
            onSpan && 'cursor-crosshair',
          )}
          role="slider"
          tabIndex={0}
          {...handlers}
        >
          <svg
            aria-hidden="true"
            className="block size-full overflow-visible"
            preserveAspectRatio="none"
            viewBox={`0 0 ${count * STEP} ${HEIGHT}`}
          >
            <Lines count={count} scale={scale} />
            {span ? <Marked span={span} /> : null}
            {props.children}
          </svg>
        </div>
        {props.over}
        {span && tip ? <TipBox count={count} span={span} tip={tip} /> : null}
        <p className="hidden-text" id={help}>
          {onSpan ? t.chartSpanKeys : t.chartKeys}
        </p>
      </div>
      {props.strip}
      <Times count={count} ticks={ticks} />
    </div>
  );
}

/** A line at each value of the axis. All but the line at zero are dashed. */
function Lines({ count, scale }: Pick<Props, 'count' | 'scale'>) {
  return scale.ticks.map((value) => (
    <line
      className={value === 0 ? 'stroke-edge' : 'stroke-line'}
      key={value}
      strokeDasharray={value === 0 ? undefined : '2 4'}
      vectorEffect="non-scaling-stroke"
      x2={count * STEP}
      y1={HEIGHT * depthOf(value, scale)}
      y2={HEIGHT * depthOf(value, scale)}
    />
  ));
}

function Marked({ span: [first, last] }: { span: Span }) {
  return (
    <rect
      className="fill-hover"
      height={HEIGHT}
      width={(last - first + 1) * STEP}
      x={first * STEP}
    />
  );
}

/** The values of the axis, on the right of their lines. */
function Values({ scale, valueText }: Pick<Props, 'scale' | 'valueText'>) {
  return (
    <ul aria-hidden="true" className="tabular text-xs text-faint">
      {scale.ticks.map((value) => (
        <li
          className="absolute left-full -translate-y-1/2 pl-2 leading-none"
          key={value}
          style={{ top: `${100 * depthOf(value, scale)}%` }}
        >
          {valueText(value)}
        </li>
      ))}
    </ul>
  );
}

/** The times below some points. A narrow chart leaves out every second text. */
export function Times({ count, ticks }: Pick<Props, 'count' | 'ticks'>) {
  return (
    <ul aria-hidden="true" className="tabular @container relative h-6 text-xs text-faint">
      {ticks.map(({ at, text }, nth) => {
        const place = (at + 0.5) / count;
        const isSecond = (ticks.length - 1 - nth) % 2 === 1;
        return (
          <li className="absolute inset-y-0" key={at} style={{ left: `${place * 100}%` }}>
            <span className="absolute -top-1 h-1 border-l border-edge" />
            <span
              className={classes(
                'absolute top-0.5 whitespace-nowrap',
                ticks.length > 4 && isSecond && '@max-[22rem]:hidden',
              )}
              style={{ transform: `translateX(-${edgeShift(place)}%)` }}
            >
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const EDGE = 0.04;

/** Centres a text below its point. At the edges it is moved, so that it stays inside the chart. */
function edgeShift(place: number): number {
  if (place < EDGE) return 15;
  return place > 1 - EDGE ? 85 : 50;
}
