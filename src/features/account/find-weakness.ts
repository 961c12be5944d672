import { isCommon, withoutPadding } from '../../auth/common-passwords.ts';

type Weakness = 'common' | 'padded' | 'regular' | 'own';

/** What an attacker may know of the person. */
type OwnTexts = { names: readonly string[]; addresses: readonly string[] };

/** A password needs this many characters that are not the person's own words. So a sentence may contain a name. */
const LEAST_LEFT = 8;
const LEAST_DIFFERENT = 5;
/** This many characters in sequence (up, down or along a row of keys) are a run. */
const RUN = 4;
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertzuiopü',
  'qwertyuiop[',
  'asdfghjklöä',
  'yxcvbnm,.-',
  'zxcvbnm,./',
];

/** Says why attackers would try a password early. Null if no reason applies. */
export function findWeakness(password: string, own: OwnTexts): Weakness | null {
  const text = plain(password);
  if (isCommon(text)) return 'common';
  if (isRegular(text)) return 'regular';
  if (isOwn(text, own)) return 'own';
  return isCommon(withoutPadding(text)) ? 'padded' : null;
}

/** The spelling in which attackers try words: small letters, and composed umlauts. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** True if the text repeats a few characters or one piece, or consists mostly of runs. */
function isRegular(text: string): boolean {
  const chars = [...text];
  if (new Set(chars).size < LEAST_DIFFERENT) return true;
  for (let length = 1; length <= Math.ceil(chars.length / 2); length += 1) {
    if (chars.every((char, index) => index < length || char === chars[index - length])) return true;
  }
  return withoutRuns(chars) < LEAST_DIFFERENT;
}

/** The number of characters if each run counts as its first character. */
function withoutRuns(chars: readonly string[]): number {
  let left = 0;
  for (let position = 0; position < chars.length; left += 1) {
    const length = runAt(chars.slice(position).join(''));
    position += length >= RUN ? length : 1;
  }
  return left;
}

/** The length of the run with which the text begins. */
function runAt(text: string): number {
  const first = text.charAt(0);
  const rows = [...ROWS, ...ROWS.map(reversed), first.repeat(text.length)];
  return Math.max(
    ...rows.map((row) => sharedStart(text, row.slice(Math.max(0, row.indexOf(first))))),
  );
}

const reversed = (row: string) => [...row].reverse().join('');

function sharedStart(a: string, b: string): number {
  let position = 0;
  while (position < a.length && a[position] === b[position]) position += 1;
  return position;
}

/**
 * True if little is left without the person's own names, addresses and teams, and the parts of them
 * that others know.
 */
function isOwn(text: string, { names, addresses }: OwnTexts): boolean {
  const whole = [...names, ...addresses].map(plain);
  const parts = whole.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u));
  const words = [...whole, ...parts].filter((word) => word.length >= 4);
  words.sort((a, b) => b.length - a.length);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text);
  return left !== text && [...left].length < LEAST_LEFT;
}
