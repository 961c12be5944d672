export type Chip = { word: string; value: string };

/** A chip, or any other word. A value in quotes may contain spaces; a backslash stands before a quote inside. */
const PART = /([\p{L}\p{N}_-]+):(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*))(?=\s|$)|\S+/gsu;
const PLAIN = /^[^\s"\\]+$/u;

/**
 * Filters as a text that a person can read, type and send to others: `status:4xx key:"Power BI"`. A copied text has
 * values and no names, so it works in the other language, and finds a key that was renamed.
 */
export function writeChips(chips: readonly Chip[]): string {
  return chips
    .map(({ word, value }) => {
      const isPlain = PLAIN.test(value);
      return `${word}:${isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
    })
    .join(' ');
}

/** Reads the chips in a text. All that is no chip of a known word is the rest, such as a text to search for. */
export function readChips(
  text: string,
  isKnown: (word: string) => boolean,
): { chips: Chip[]; rest: string } {
  const chips: Chip[] = [];
  const rest: string[] = [];
  for (const [whole, word, quoted, plain] of text.matchAll(PART)) {
    if (word !== undefined && isKnown(word)) {
      chips.push({ word, value: plain ?? (quoted ?? '').replace(/\\(.)/gsu, '$1') });
    } else rest.push(whole);
  }
  return { chips, rest: rest.join(' ') };
}
