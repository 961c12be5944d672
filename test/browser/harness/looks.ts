import { expect, inject } from 'vitest';
import type { Language } from '../../../src/shared/language.ts';
import { runs } from '../../harness/rounds.ts';
import type { Visitor } from './visitor.ts';

export type Look = { size: { width: number; height: number }; theme: 'light' | 'dark' };

export const wide = { width: 1280, height: 900 };
export const narrow = { width: 390, height: 844 };

/** True with `npm run chaos`: everything is looked at in every way. */
export const looksAtAll = runs({ few: 0, all: 1 }) === 1;

/**
 * One of several looks, drawn by the seed. Neighbours, by their `index`, get different looks, and each run draws others
 * (P780).
 */
function drawn<T>(ways: readonly [T, ...T[]], index: number): T {
  return ways[(inject('seed') + index) % ways.length] ?? ways[0];
}

/** The language in which axe checks a page, and which of the two looks of this language. */
export function drawnLook(index: number): { language: Language; way: number } {
  const [language, way] = drawn<readonly [Language, number]>(
    [
      ['de', 0],
      ['en', 0],
      ['de', 1],
      ['en', 1],
    ],
    index,
  );
  return { language, way };
}

let states = 0;

/**
 * Requires that axe finds nothing on the open page, in one of these looks or in all of them, and that a telephone cannot
 * scroll it sideways. The page keeps the last look.
 */
export async function requireFaultless(
  visitor: Visitor,
  ways: readonly [Look, ...Look[]],
): Promise<void> {
  states += 1;
  const last = ways.at(-1) ?? ways[0];
  const looks = looksAtAll ? ways : [drawn(ways, states)];
  for (const { size, theme } of looks) {
    const look = `${size.width}, ${theme}`;
    await visitor.show(size, theme);
    expect([look, await visitor.violations()]).toEqual([look, []]);
  }
  await visitor.resize(narrow);
  expect(await visitor.scrollsSideways()).toBe(false);
  await visitor.show(last.size, last.theme);
}
