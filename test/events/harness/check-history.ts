import { expect } from 'vitest';
import type { Placed } from './placed.ts';
import type { Type } from './raise.ts';

/** When an event was asked for, and when the commit was answered. */
export type Change = { asked: number; answered: number };

/** What a reader saw from a beginning on, until the world ended or its cursor had expired. */
export type Reading = {
  history: number;
  /** How often the team had stopped to keep events. */
  stops: number;
  types: readonly Type[] | undefined;
  begin: Change;
  seen: string[];
  /** Whether the team had stopped or the history had ended, if the cursor has expired. */
  expired?: 'in its history' | 'after it';
};

type History = {
  placed: readonly Placed[];
  readings: readonly Reading[];
  committed: ReadonlyMap<string, Change>;
  undone: ReadonlySet<string>;
};

/** Compares what all readers of a history saw with the positions that the product has given. */
export function checkHistory({ placed, readings, committed, undone }: History): void {
  const whats = placed.map(({ what }) => what);
  expect(whats.filter((what, n) => undone.has(what) || whats.indexOf(what) < n)).toEqual([]);
  // What was asked for after the answer to another comes after it (D178).
  let latest = 0;
  for (const what of whats) {
    const { asked, answered } = committed.get(what) ?? { asked: 0, answered: Infinity };
    expect(answered, `${what} comes too late`).toBeGreaterThanOrEqual(latest);
    latest = Math.max(latest, asked);
  }
  for (const reading of readings) checkReading(reading, { placed, committed });
}

function checkReading(
  { types, begin, seen, expired }: Reading,
  { placed, committed }: Pick<History, 'placed' | 'committed'>,
): void {
  const own = placed.filter(({ type }) => types?.some((one) => one === type) ?? true);
  const all = own.map(({ event_id }) => event_id);
  if (expired === 'in its history') {
    const last = placed.findIndex(({ event_id }) => event_id === seen.at(-1));
    expect(
      placed.slice(last + 1).some(({ removed }) => removed),
      'nothing was removed',
    ).toBe(true);
  }
  if (expired && seen.length === 0) return;
  // A reader that has seen nothing began after all events.
  const first = seen[0] === undefined ? all.length : all.indexOf(seen[0]);
  expect(seen).toEqual(all.slice(first, expired ? first + seen.length : undefined));
  for (const { what } of own.slice(0, first)) {
    expect(committed.get(what)?.asked ?? 0, `${what} was missed`).toBeLessThan(begin.answered);
  }
  for (const { what } of own.slice(first)) {
    const { answered } = committed.get(what) ?? { answered: Infinity };
    expect(answered, `${what} is from before`).toBeGreaterThan(begin.asked);
  }
}
