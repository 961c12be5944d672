import type { Named } from './legend.tsx';

export type Series = Named & { values: readonly number[] };

/** What went well, or has not ended, is drawn above the line, and what failed below it: what is first, next to it. */
export type TwoSides = { up: readonly Series[]; down: readonly Series[] };

export const sides = ['up', 'down'] as const;
export type SideName = (typeof sides)[number];

/** How many pixels one thing has, how many of them have room, and how many things that is. */
type Side = { each: number; room: number; most: number };
/** In pixels. Bars begin at the line, whose place is counted from the top. */
export type TwoSidedScale = Record<SideName, Side> & { height: number; line: number };

/** How many pixels are left above and below the line. */
const LEAST_UP = 28;
const LEAST_DOWN = 12;
/** What the number of a cut bar needs beyond its end. */
const NUMBER = 12;
/** A single failure among thousands is still seen. */
export const LEAST = 4;
/** As long as this many have room, the fewest are seen. */
const ROOM = 12;
/** Of fewer bars, none is far from the others. */
const SOME_BARS = 5;

/**
 * Where the line is, and how many pixels one thing has. A failure is as long as a success, unless many failures have no
 * room: then only the failures shrink, because what went well must stay readable above them.
 */
export function twoSidedScale({ up, down }: TwoSides, count: number, height: number) {
  const readableOf = (series: TwoSides[SideName]) =>
    readable(Array.from({ length: count }, (_, bar) => sumAt(series, bar)));
  const [above, below] = [readableOf(up), readableOf(down)];
  const [first, last] = [above.isFar ? NUMBER : 0, below.isFar ? height - NUMBER : height];
  const all = above.most + below.most;
  const wanted = Math.max(LEAST_UP, Math.round((last - first) * (all && above.most / all)));
  const line = Math.min(last - LEAST_DOWN, first + wanted);
  const [roomUp, roomDown] = [line - first, last - line];
  const each = roomUp / Math.max(above.most, 4);
  const sideOf = (size: number, room: number, { most }: { most: number }): Side => ({
    ...{ each: size, room },
    most: Math.max(most, Math.floor(room / size)),
  });
  const scale: TwoSidedScale = {
    ...{ height, line },
    up: sideOf(each, roomUp, above),
    down: sideOf(Math.min(each, roomDown / Math.max(below.most, 1)), roomDown, below),
  };
  return scale;
}

/**
 * The most that must have room. The few that are far longer than nine of ten need not: they would flatten all others.
 */
function readable(sums: readonly number[]): { most: number; isFar: boolean } {
  const [most = 0, ...others] = sums.filter((sum) => sum > 0).sort((a, b) => b - a);
  const usual = others[Math.floor(others.length / 10)] ?? most;
  const isFar = others.length >= SOME_BARS && most > Math.max(3 * usual, ROOM);
  return { most: isFar ? Math.max(3 * usual, ROOM / 2) : most, isFar };
}

/** How many things of all series the bar has. */
export function sumAt(series: readonly Series[], bar: number): number {
  return series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0);
}
