import type { Command } from './commands.ts';

type Matched = {
  /** Commands whose label has a word that begins with the text. */
  near: Command[];
  /** Commands with the text anywhere else in their words. */
  far: Command[];
};

/**
 * The commands that contain every typed word. Those come first in which a word of the label begins with the
 * first typed word: `schl` finds `API-Schlüssel`.
 */
export function matching(commands: readonly Command[], text: string): Matched {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, words: more }: Command) =>
    words.every((word) => `${label} ${more}`.toLowerCase().includes(word));
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
