import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';

// The list is not imported, because an imported module stays in memory.
const require = createRequire(import.meta.url);

/** The characters before and after the word of a padded password. */
const PADDING = /^[^\p{L}]+|[^\p{L}]+$/gu;

export const withoutPadding = (text: string): string => text.replaceAll(PADDING, '');

let hashes: Uint32Array | undefined;

/**
 * True if a text is a common password, or a word that common passwords pad (`dragon` in
 * `dragon12`). Memory contains only a number for each password, 200 KB instead of 4 MB. So one in
 * 98,000 other texts is refused too.
 */
export function isCommon(text: string): boolean {
  return has(commonPasswords(), crc32(text));
}

/** Reads the list, unless it is in memory. */
export function commonPasswords(): Uint32Array {
  hashes ??= readHashes();
  return hashes;
}

function readHashes(): Uint32Array {
  const list = JSON.parse(readFileSync(require.resolve('popular-passwords'), 'utf8')) as string[];
  const words = list.map(withoutPadding).filter((word) => word.length >= 4);
  return Uint32Array.from(new Set([...list, ...words].map((word) => crc32(word)))).sort();
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
