import { expect, inject } from 'vitest';
import type { Language } from '../../../src/shared/language/language.ts';
import { runs } from '../../harness/rounds.ts';
import type { Visitor } from './visitor.ts';

export type Look = { size: { width: number; height: number }; theme: 'light' | 'dark' };

export const wide = { width: 1280, height: 900 };
export const narrow = { width: 390, height: 844 };

/** True with `npm run chaos`, which checks every page in every look. */
export const looksAtAll = runs({ few: 0, all: 1 }) === 1;

/**
 * One of several looks, drawn by the seed. Neighbours, by their `index`, get different looks, and each run draws
 * others.
 */
function drawn<T>(ways: readonly [T, ...T[]], index: number): T {
  return ways[(inject('seed') + index) % ways.length] ?? ways[0];
}

type DrawnLook = { language: Language; way: number };

const four: [DrawnLook, ...DrawnLook[]] = [
  { language: 'de', way: 0 },
  { language: 'en', way: 0 },
  { language: 'de', way: 1 },
  { language: 'en', way: 1 },
];

/** The language in which axe checks what it checks in every run. */
export function drawnLanguage(): Language {
  return drawn(four, 0).language;
}

/**
 * The language in which axe checks a page, and which of the two looks of this language. Undefined for one half of the
 * pages: axe does not check them in this run.
 */
export function drawnLook(index: number): DrawnLook | undefined {
  return drawn<DrawnLook | undefined>([...four, ...four.map(() => undefined)], index);
}

let states = 0;

/**
 * Requires that axe finds nothing on the open page, in all of these looks or, with `npm test`, for every second state in
 * one of them, and that a telephone cannot scroll it sideways. The page keeps the last look.
 */
export async function requireFaultless(
  visitor: Visitor,
  ways: readonly [Look, ...Look[]],
): Promise<void> {
  states += 1;
  const last = ways.at(-1) ?? ways[0];
  const drawnLooks = drawn<Look[]>([[ways[0]], [], [last], []], states);
  const looks = looksAtAll ? ways : drawnLooks;
  for (const { size, theme } of looks) {
    const look = `${size.width}, ${theme}`;
    await visitor.show(size, theme);
    expect([look, await visitor.violations()]).toEqual([look, []]);
  }
  await visitor.resize(narrow);
  expect(await visitor.scrollsSideways()).toBe(false);
  await visitor.show(last.size, last.theme);
}
