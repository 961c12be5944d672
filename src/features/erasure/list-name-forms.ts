import { foldCase } from './fold-case.ts';

/**
 * One way to write a name. `source` is an expression that finds it in a text of small letters (`foldCase`), `marked`
 * one that finds it in a text with signs for format characters, and `pattern` is a pattern for `ilike` that every text
 * without format characters matches. A search for `marked` takes longer.
 */
export type NameForm = { source: string; marked: string; pattern: string };

/**
 * A piece of a word, such as a letter, and the ways to write it. If there are several, `pattern` allows any
 * text in its place.
 */
type Piece = { source: string; plain: string | null };

/** What `foldForm` leaves of format characters within a word. */
export const FORMAT = '\u00ad';
const TITLES = '(?:\\p{L}{1,4}\\.\\s*){0,3}';
const APOSTROPHES = "'’‘ʼ´`";
// Mails replace each quotation mark by an apostrophe.
const QUOTES = `${APOSTROPHES}"„“”«»`;
const MARKS = `[${QUOTES}‹›‚()\\[\\]{}<>]`;
// What may stand between two words: a blank, a comma, a hyphen, a slash or a plus, with brackets and quotation
// marks around the words, or a sign that identifiers use instead of a blank. A title or an initial may follow.
const BETWEEN = `(?:${MARKS}{0,2}(?:\\s*[,/+\\p{Pd}]\\s*|\\s+)${MARKS}{0,2}|${MARKS}{1,2}|[._${FORMAT}])`;
/** How people write a letter that their keyboard lacks. They may also write the bare letter. */
const spelt: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  þ: 'th',
};
const bare: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd' };
/** The letter for each way to write it with two. */
const short: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü', ss: 'ß' };

/** The most words of a name. Longer names would make the search too slow. */
const MAX_WORDS = 12;
// What a word of a name may contain: letters of any script, with a hyphen, an apostrophe or a dot between two
// of them, or an abbreviation. Digits and the other signs of ids, scopes, addresses and names of fields
// cannot be in it. Only one such sign may be between two letters: otherwise the search would try all ways to
// divide a row of signs.
const LETTERS = '[\\p{L}\\p{M}]+';
const AROUND = '["„“”«»()]*';
const wordOfName = new RegExp(
  `^${AROUND}(?:['’‘]?${LETTERS}(?:[\\p{Pd}${APOSTROPHES}·・׳]${LETTERS})*['’]?|(?:\\p{L}{1,5}\\.\\p{Pd}?)+)${AROUND}$`,
  'u',
);

/**
 * The common ways to write a full name, in German and English: the words in their order, or the last ones
 * first; with or without a comma; without the names in the middle or the abbreviations; with a genitive; in
 * any case; with umlauts as two letters or as bare ones. A single word, such as a given name, has no forms:
 * it is also the name of other people and a part of other words. Words that cannot be a part of a
 * name, such as a number or an id, are left out, because people choose their names themselves. Where a spelling may
 * mean two people of the same full name, too much is replaced rather than too little.
 */
export function formsOf(name: string): NameForm[] {
  const words = name
    .normalize('NFC')
    .replaceAll(/\p{Cf}+/gu, '')
    .split(/[\s,]+/u)
    .filter((word) => wordOfName.test(word))
    .slice(0, MAX_WORDS);
  if ((words.join(' ').match(/\p{L}{2,}/gu) ?? []).length < 2) return [];
  const parts = new Map(words.map((word) => [word, partsOf(word)]));
  const unshortened = words.filter((word) => !word.endsWith('.'));
  const full = unshortened.filter((word) => /\p{L}{2,}/u.test(word));
  const ends = full.length > 2 ? [full[0] ?? '', full.at(-1) ?? ''] : [];
  const forms = [words, unshortened, ends]
    .filter((chosen) => chosen === words || chosen.filter((word) => full.includes(word)).length > 1)
    .flatMap(rotations)
    .map((chosen) => formOf(chosen, parts));
  return [...new Map(forms.map((form) => [form.source, form])).values()];
}

/** `a b c`, `b c a` and `c a b`. */
function rotations(words: readonly string[]): string[][] {
  return words.map((_, first) => [...words.slice(first), ...words.slice(0, first)]);
}

function formOf(
  words: readonly string[],
  partsByWord: ReadonlyMap<string, readonly Piece[]>,
): NameForm {
  const parts = words.map((word) => partsByWord.get(word) ?? []);
  const sourceWith = (format: string) => {
    const sources = parts.map((word) => word.map(({ source }) => source).join(format));
    return `${sources.map((source, i) => between(words, i) + source).join('')}(?:${format}s)?`;
  };
  const plain = parts.map((word) => word.map((piece) => piece.plain ?? '%').join(''));
  return {
    source: sourceWith(''),
    marked: sourceWith(`${FORMAT}?`),
    pattern: `%${plain.join('%')}%`.replaceAll(/%+/g, '%'),
  };
}

/**
 * What may stand between two words. An abbreviation could itself be a title, and then a text could be read in
 * too many ways.
 */
function between(words: readonly string[], index: number): string {
  if (index === 0) return '';
  return words[index]?.endsWith('.') ? BETWEEN : BETWEEN + TITLES;
}

function partsOf(word: string): Piece[] {
  const found = word.match(/a*å[aå]*|[aou]e|ss|\p{Pd}|./giu) ?? [];
  return found.map(pieceOf);
}

function pieceOf(text: string): Piece {
  const letter = foldCase(text);
  if (/^[a-z0-9]$/.test(letter)) return { source: letter, plain: letter };
  if (/^\p{Pd}/u.test(text)) return { source: '[\\s\\p{Pd}]*', plain: null };
  // One or two letters for each `å`. A row of such letters could otherwise be read in too many ways.
  if (letter.includes('å')) return { source: '(?:å|a\\u030a?)+', plain: null };
  if (QUOTES.includes(text)) return { source: `[${QUOTES}]?`, plain: null };
  const pair = short[letter];
  const marked = pair ?? letter;
  const ways = [
    letter,
    marked,
    marked.normalize('NFD'),
    ...(pair ? [] : [spelt[letter], bare[letter], letter.normalize('NFD').replace(/\p{M}+/gu, '')]),
  ].filter((way): way is string => way !== undefined && way !== '');
  return { source: anyOf([...new Set(ways)]), plain: null };
}

/** A class of characters is prepared far faster than as many alternatives. */
function anyOf(ways: readonly string[]): string {
  const single = ways.filter((way) => [...way].length === 1).map(escaped);
  const longer = ways.filter((way) => [...way].length > 1).map(escaped);
  return `(?:${[...longer, `[${single.join('')}]`].join('|')})`;
}

export function escaped(text: string | undefined = ''): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
