/** The top of a chart, and the values at which it has lines, from zero on. */
export type Scale = { top: number; ticks: readonly number[] };

const MOST_STEPS = 4;
const roundSteps = [1, 2, 5, 10];

/** The pixels in which the values of all steps have room below each other. */
const LEAST_HEIGHT = 60;

/**
 * Picks round values, such as 0, 20, 40 and 60 if the highest is 47. Counts have whole steps. A low chart has only the
 * first and the last of them.
 */
export function scaleOf(highest: number, height: number): Scale {
  const rough = Math.max(1, highest / MOST_STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (roundSteps.find((one) => one * power >= rough) ?? 10);
  const steps = Math.max(1, Math.ceil(highest / step));
  const top = steps * step;
  if (height < LEAST_HEIGHT) return { top, ticks: [0, top] };
  return {
    top,
    ticks: Array.from({ length: steps + 1 }, (_, index) => index * step),
  };
}

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
