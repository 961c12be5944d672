import type { Named } from './legend.tsx';

export type Series = Named & { values: readonly number[] };

/** What went well, or has not ended, is drawn above the line, and what failed below it: what is first, next to it. */
export type TwoSides = { up: readonly Series[]; down: readonly Series[] };

export const sides = ['up', 'down'] as const;
export type SideName = (typeof sides)[number];

/** How many pixels have room, and how many things that is. */
type Side = { room: number; most: number };
/** In pixels: how many one thing has, on both sides alike. Bars begin at the line, whose place is counted from the top. */
export type TwoSidedScale = Record<SideName, Side> & { height: number; line: number; each: number };

/** How many pixels are left above and below the line. */
const LEAST_ROOM = 8;
/** What the number of a cut bar needs beyond its end. */
const NUMBER = 12;
/** A single failure among thousands is still seen. */
export const LEAST = 2;
/** As long as this many have room, the fewest are seen. */
const ROOM = 12;
/** Of fewer bars, none is far from the others. */
const SOME_BARS = 5;
/** Fewer things than this are not drawn as if they were many. */
const FEW = 4;

/** Where the line is, and how many pixels one thing has. Half as many failures as successes are half as tall. */
export function twoSidedScale({ up, down }: TwoSides, count: number, height: number) {
  const readableOf = (series: TwoSides[SideName], times: number) =>
    readable(
      Array.from({ length: count }, (_, bar) => sumAt(series, bar)),
      times,
    );
  // Failures have less room, so a long bar flattens the others sooner.
  const [above, below] = [readableOf(up, 3), readableOf(down, 2)];
  const [first, last] = [above.isFar ? NUMBER : 0, below.isFar ? height - NUMBER : height];
  const all = above.most + below.most;
  const wanted = first + Math.round((last - first) * (all === 0 ? 1 : above.most / all));
  const line = Math.min(last - LEAST_ROOM, Math.max(first + LEAST_ROOM, wanted));
  const [roomUp, roomDown] = [line - first, last - line];
  const each = Math.min(roomUp / above.most, roomDown / below.most, (last - first) / FEW);
  const sideOf = (room: number, { most }: { most: number }): Side => ({
    room,
    most: Math.max(most, Math.floor(room / each)),
  });
  const scale: TwoSidedScale = {
    height,
    line,
    each,
    up: sideOf(roomUp, above),
    down: sideOf(roomDown, below),
  };
  return scale;
}

/** The most that must have room. The few that are this many times as long as nine of ten would flatten all others. */
function readable(sums: readonly number[], times: number): { most: number; isFar: boolean } {
  const [most = 0, ...others] = sums.filter((sum) => sum > 0).sort((a, b) => b - a);
  const usual = others[Math.floor(others.length / 10)] ?? most;
  const isFar = others.length >= SOME_BARS && most > Math.max(times * usual, ROOM);
  return { most: isFar ? Math.max(times * usual, ROOM / 2) : most, isFar };
}

/** How many things of all series the bar has. */
export function sumAt(series: readonly Series[], bar: number): number {
  return series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0);
}
