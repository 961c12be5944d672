import { randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'mem'
  | 'usr'
  | 'ten'
  | 'key'
  | 'trn'
  | 'asg'
  | 'cas'
  | 'pol'
  | 'cat'
  | 'rul'
  | 'deal'
  | 'obj'
  | 'aud'
  | 'lin'
  | 'whe'
  | 'evt'
  | 'whd'
  | 'whr'
  | 'lsn'
  | 'mail'
  | 'ses'
  | 'lnk'
  | 'sec'
  | 'chl'
  | 'ers'
  | 'con'
  | 'tco'
  | 'run'
  | 'cll'
  | 'opr'
  | 'view';

// Crockford's digits, without i, l, o and u. They are in ASCII order, so ids sort by time in the C
// collation.
export const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;
const LAST_MILLISECOND = 2 ** 48 - 1;
const SEQUENCE_DIGITS = 2;
const LAST_IN_SEQUENCE = 32 ** SEQUENCE_DIGITS - 1;

// The random bytes of many ids come from one system call, because a call for ten bytes costs more than the
// rest of an id.
const pool = Buffer.alloc(RANDOM_BYTES * 400);
let used = pool.length;

/**
 * An id, opaque to clients (D31). 48 bits of time keep new rows together in each index; 80 random
 * bits make it unique.
 */
export function newId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${timeDigits(now.getTime())}${randomDigits()}`;
}

/** The `n`-th id of one moment, from 0 on. Of the ids of this moment, those with a larger number sort later. */
export function nthId(prefix: IdPrefix, now: Date, n: number): string {
  const sequence = fourDigits(Math.min(n, LAST_IN_SEQUENCE)).slice(-SEQUENCE_DIGITS);
  return `${prefix}_${timeDigits(now.getTime())}${sequence}${randomDigits().slice(SEQUENCE_DIGITS)}`;
}

/**
 * The text below all ids that were made at this time or later. It limits a query by the primary key to a time.
 */
export function idFloor(prefix: IdPrefix, time: Date): string {
  return `${prefix}_${timeDigits(time.getTime())}`;
}

/** The time in an id that `newId` has made. Undefined for any other text. */
export function idTime(id: string): Date | undefined {
  const digits = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-z]{16}$/.exec(id)?.[1];
  if (digits === undefined) return undefined;
  const time = [...digits].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return time <= LAST_MILLISECOND ? new Date(time) : undefined;
}

function timeDigits(milliseconds: number): string {
  if (!(milliseconds >= 0 && milliseconds <= LAST_MILLISECOND)) {
    throw new RangeError('An id cannot be made for this time.');
  }
  let rest = milliseconds;
  let digits = '';
  for (let i = 0; i < TIME_DIGITS; i++) {
    digits = DIGITS.charAt(rest % 32) + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

function randomDigits(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const high = pool.readUIntBE(used, 5);
  const low = pool.readUIntBE(used + 5, 5);
  used += RANDOM_BYTES;
  return eightDigits(high) + eightDigits(low);
}

/** Eight digits for 40 bits, which are too many for the bitwise operators of JavaScript. */
function eightDigits(value: number): string {
  const upper = Math.floor(value / 2 ** 20);
  const lower = value % 2 ** 20;
  return fourDigits(upper) + fourDigits(lower);
}

function fourDigits(value: number): string {
  return (
    DIGITS.charAt(value >>> 15) +
    DIGITS.charAt((value >>> 10) & 31) +
    DIGITS.charAt((value >>> 5) & 31) +
    DIGITS.charAt(value & 31)
  );
}
