import type { Command } from './commands.ts';

type Matched = {
  /** Commands whose label has a word that begins with the text. */
  near: Command[];
  /** Commands with the text anywhere else in their words. */
  far: Command[];
};

/**
 * The commands that contain every typed word, or one that is a single slip away. Those come first in which a word of the label begins with the
 * first typed word: `schl` finds `API-Schlüssel`.
 */
export function matching(commands: readonly Command[], text: string): Matched {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, words: more }: Command) => {
    const own = `${label} ${more}`.toLowerCase();
    return words.every((word) => own.includes(word) || isAlmostIn(own, word));
  };
  const spaced = (part: string) => ` ${part.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  const first = spaced(words[0] ?? '');
  const placeOf = ({ label }: Command) => spaced(label).indexOf(first);
  const all = commands.filter(fits);
  const near = all.filter((command) => placeOf(command) >= 0);
  return {
    near: near.sort((a, b) => Math.sign(placeOf(a)) - Math.sign(placeOf(b))),
    far: all.filter((command) => placeOf(command) < 0),
  };
}

/** In a shorter word, a slip makes another word. */
const LEAST = 4;

const isAlmostIn = (own: string, typed: string) =>
  typed.length >= LEAST && own.split(/[^\p{L}\p{N}]+/u).some((word) => isSlip(word, typed));

/** Whether two words differ by one letter: more, less, another one, or two that have changed places. */
function isSlip(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  if (at < 0) return other.length === one.length + 1;
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at];
  return [
    [at + 1, at + 1],
    [at + 1, at],
    [at, at + 1],
    ...(isSwapped ? [[at + 2, at + 2]] : []),
  ].some(([from, otherFrom]) => one.slice(from) === other.slice(otherFrom));
}

/** What also finds names with a slip: the beginning of each word, or its end if the slip is in the beginning. */
export const partsOf = (text: string): { beginnings: string; ends: string } => {
  const words = text.split(/\s+/);
  const cut = (from: number, to?: number) =>
    words.map((word) => (word.length >= LEAST ? word.slice(from, to) : word)).join(' ');
  return { beginnings: cut(0, LEAST - 1), ends: cut(1 - LEAST) };
};
