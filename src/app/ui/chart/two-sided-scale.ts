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
const LEAST_DOWN = 18;
/** What is left above the line if only failures are shown: room for the zero beside it. */
const ALONE = 8;
/** What the number of a cut bar needs beyond its end. */
const NUMBER = 12;
/** A single failure among thousands is still seen. */
export const LEAST = 4;
/** As long as this many have room, the fewest are seen. */
const ROOM = 12;
/** Of fewer bars, none is far from the others. */
const SOME_BARS = 5;

/** A side with fewer things than this is not drawn as if they were many. */
const FEW = 4;

/**
 * Where the line is, and how many pixels one thing has. Each side has a scale of its own, because a few failures beside
 * many successes would all be equally short.
 */
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
  const leastUp = above.most === 0 && below.most > 0 ? ALONE : LEAST_UP;
  const wanted = Math.max(leastUp, Math.round((last - first) * (all && above.most / all)));
  const line = Math.min(last - LEAST_DOWN, first + wanted);
  const [roomUp, roomDown] = [line - first, last - line];
  const each = roomUp / Math.max(above.most, FEW);
  const eachDown = Math.min(
    roomDown / Math.max(below.most, 1),
    Math.max(each, roomDown / Math.max(below.most, FEW)),
  );
  const sideOf = (size: number, room: number, { most }: { most: number }): Side => ({
    each: size,
    room,
    most: Math.max(most, Math.floor(room / size)),
  });
  const scale: TwoSidedScale = {
    height,
    line,
    up: sideOf(each, roomUp, above),
    down: sideOf(eachDown, roomDown, below),
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
