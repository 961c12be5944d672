import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, randomBase62 } from '../shared/secrets/base62.ts';

// svck_live_<prefix>_<secret part> (D37). The parts hold only letters and digits.
const BRAND = 'svck_live_';
const PREFIX_LENGTH = 10;
const RANDOM_LENGTH = 43; // 62^43 > 2^256
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const PREFIX_END = BRAND.length + PREFIX_LENGTH;
const CHECKSUM_START = PREFIX_END + 1 + RANDOM_LENGTH;
const KEY_LENGTH = CHECKSUM_START + CHECKSUM_LENGTH;

export function newKey(): { key: string; prefix: string } {
  const prefix = randomBase62(PREFIX_LENGTH);
  const body = `${BRAND}${prefix}_${randomBase62(RANDOM_LENGTH)}`;
  return { key: body + checksum(body), prefix };
}

/** Checks the form of a key, so that a mistyped or invented key never reaches the database. */
export function parseKey(text: string): { prefix: string } | null {
  const prefix = prefixIn(text);
  if (text.length !== KEY_LENGTH || prefix === null || text[PREFIX_END] !== '_') return null;
  if (!isBase62(text.slice(PREFIX_END + 1))) return null;
  return checksum(text.slice(0, CHECKSUM_START)) === text.slice(CHECKSUM_START) ? { prefix } : null;
}

/** The prefix at the start of a key, even of a mistyped key. The prefix says which key of the team is meant. */
export function prefixIn(text: string): string | null {
  const prefix = text.slice(BRAND.length, PREFIX_END);
  const startsLikeKey =
    text.startsWith(BRAND) && prefix.length === PREFIX_LENGTH && isBase62(prefix);
  return startsLikeKey ? prefix : null;
}

/** The stored hash (D38). A fast hash is enough, because the secret is 256 random bits. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

function isBase62(text: string): boolean {
  for (const char of text) if (!BASE62.includes(char)) return false;
  return true;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
