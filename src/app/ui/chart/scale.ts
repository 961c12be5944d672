/** The values at the bottom and at the top of a chart, and those at which it has lines. */
export type Scale = { bottom: number; top: number; ticks: readonly number[] };

const MOST_STEPS = 4;
const roundSteps = [1, 2, 5, 10];

/** Picks round values, such as 0, 20, 40 and 60 if the highest is 47. Counts have whole steps. */
export function scaleOf(highest: number): Scale {
  const rough = Math.max(1, highest / MOST_STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (roundSteps.find((one) => one * power >= rough) ?? 10);
  const steps = Math.max(1, Math.ceil(highest / step));
  const top = steps * step;
  return { bottom: 0, top, ticks: everyStep(0, top, step) };
}

const MOST_POINTS = 100;
const LEAST_SPAN = 20;

/**
 * The axis of lines of points fits them, or lines whose points differ by a few would be flat. It has round values at both
 * ends, and spans enough that a difference of one point does not look like a jump. Bars always begin at zero.
 */
export function scaleOfPoints(points: readonly number[]): Scale {
  const [lowest, highest] =
    points.length === 0 ? [0, MOST_POINTS] : [Math.min(...points), Math.max(...points)];
  const step = highest - lowest > 50 ? 20 : 10;
  // Points that differ by less stand in the middle.
  const below = Math.max(0, LEAST_SPAN - (highest - lowest)) / 2;
  const lower = Math.max(0, Math.floor((lowest - below) / step) * step);
  const bottom = Math.min(MOST_POINTS - LEAST_SPAN, lower);
  const top = Math.max(bottom + LEAST_SPAN, Math.ceil(highest / step) * step);
  return { bottom, top, ticks: everyStep(bottom, top, step) };
}

const everyStep = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

/** How far below the top of the chart a value stands: 0 at the top, 1 at the bottom. */
export const depthOf = (value: number, { bottom, top }: Scale) => (top - value) / (top - bottom);

/** A text below the point with this index. */
export type Tick = { at: number; text: string };

const MOST_TICKS = 6;

/** Every nth text, for the smallest n with enough room. The last point, which is the newest, always has a text. */
export function everyNth(texts: readonly string[]): Tick[] {
  const each = Math.ceil(texts.length / MOST_TICKS);
  return texts
    .map((text, index) => ({ at: index, text }))
    .filter(({ at }) => (texts.length - 1 - at) % each === 0);
}
