import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Weakness = 'common' | 'padded' | 'regular' | 'own';

/** What an attacker may know of the person. */
type OwnTexts = { names: readonly string[]; addresses: readonly string[] };

/** A password needs this many characters that are not the person's own words. */
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

// The list is not imported, because an imported module stays in memory.
const require = createRequire(import.meta.url);

/** The characters before and after the word of a padded password. */
const PADDING = /^[^\p{L}]+|[^\p{L}]+$/gu;

const withoutPadding = (text: string): string => text.replaceAll(PADDING, '');

let hashes: Uint32Array | undefined;

/**
 * True if a text is a common password, or a word that common passwords pad (`dragon` in
 * `dragon12`). Memory contains only a number for each password, 200 KB instead of 4 MB. So one in
 * 85,000 other texts is refused too.
 */
function isCommon(text: string): boolean {
  hashes ??= readHashes();
  return has(hashes, hashOf(text));
}

function readHashes(): Uint32Array {
  const list = JSON.parse(readFileSync(require.resolve('popular-passwords'), 'utf8')) as string[];
  const words = list.map(withoutPadding).filter((word) => word.length >= 4);
  return Uint32Array.from(new Set([...list, ...words].map(hashOf))).sort();
}

/** The hash FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function has(sorted: Uint32Array, value: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === value;
}
