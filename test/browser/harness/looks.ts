import { expect, inject } from 'vitest';
import type { Language } from '../../../src/shared/language.ts';
import { runs } from '../../harness/rounds.ts';
import type { Visitor } from './visitor.ts';

export type Look = { size: { width: number; height: number }; theme: 'light' | 'dark' };

export const wide = { width: 1280, height: 900 };
export const narrow = { width: 390, height: 844 };

/** `npm run chaos` looks at everything in every way. */
export const looksAtAll = runs({ few: 0, all: 1 }) === 1;

/**
 * One of some ways to look, which the seed draws: neighbours (`at`) are looked at in different ways, and each
 * run looks in others (P780).
 */
function drawn<T>(ways: readonly [T, ...T[]], index: number): T {
  return ways[(inject('seed') + index) % ways.length] ?? ways[0];
}

/** In which language axe looks at a page, and which of two ways to look it takes there. */
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
 * Axe finds nothing on the page as it is now, in one of these ways, or in all of them, and a telephone does
 * not move it sideways. It ends in the last way.
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
