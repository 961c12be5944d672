/** The values at which a chart has lines, from zero up to the top of the chart. */
export type Scale = { top: number; ticks: readonly number[] };

const MOST_STEPS = 4;
const roundSteps = [1, 2, 5, 10];

/** Round numbers, such as 0, 20, 40 and 60 for a highest value of 47. Counts have whole steps. */
export function scaleOf(highest: number): Scale {
  const rough = Math.max(1, highest / MOST_STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (roundSteps.find((one) => one * power >= rough) ?? 10);
  const steps = Math.max(1, Math.ceil(highest / step));
  return {
    top: steps * step,
    ticks: Array.from({ length: steps + 1 }, (_, at) => at * step),
  };
}

/** A text below the point with this place. */
export type Tick = { at: number; text: string };

const MOST_TICKS = 6;

/** Every second, third and so on of the texts. The last point, which is the newest, has one. */
export function everyNth(texts: readonly string[]): Tick[] {
  const each = Math.ceil(texts.length / MOST_TICKS);
  return texts
    .map((text, at) => ({ at, text }))
    .filter(({ at }) => (texts.length - 1 - at) % each === 0);
}
