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
  | 'mail'
  | 'ses'
  | 'lnk'
  | 'sec';

// Crockford's digits without i, l, o and u; in ASCII order, so that ids sort by time under the C collation.
export const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;
const LAST_MILLISECOND = 2 ** 48 - 1;

// One system call for many ids: asking for ten bytes at a time costs more than everything else here.
const pool = Buffer.alloc(RANDOM_BYTES * 400);
let used = pool.length;

/** D31: opaque to clients. 48 bits of time keep the newest rows together in every index, 80 random bits keep ids apart. */
export function newId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${timeDigits(now.getTime())}${randomDigits()}`;
}

/** What is smaller is older than this time: a range of ages in the primary key. */
export function idFloor(prefix: IdPrefix, time: Date): string {
  return `${prefix}_${timeDigits(time.getTime())}`;
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

/** 40 bits, which are more than the bitwise operators of JavaScript hold. */
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
