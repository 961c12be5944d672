const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i;
/** A double keeps this many digits of any number, and is written with the same digits again. */
const KEPT_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * True if the number at this place of a body is returned with the value that was sent. The id
 * 12345678901234567890 of another system would not be: read as a double, it is returned as
 * 12345678901234567000. Below 2^53 a double keeps every integer, and rounds only the last digits of a
 * fraction.
 */
export function isKept(text: string, start: number, end: number): boolean {
  // A short integer is always kept, so its text need not be cut out.
  if (end - start <= KEPT_DIGITS && isInteger(text, start, end)) return true;
  const number = text.slice(start, end);
  const double = Number(number);
  if (Math.abs(double) <= Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(double)) return false;
  if (digitsOf(number) <= KEPT_DIGITS) return true;
  const comesBack = String(double);
  return comesBack === number || spellingOf(comesBack) === spellingOf(number);
}

/** True if only digits follow the first character, which may be a minus. */
function isInteger(text: string, start: number, end: number): boolean {
  for (let position = start + 1; position < end; position += 1) {
    const char = text.charCodeAt(position);
    if (char < ZERO || char > NINE) return false;
  }
  return true;
}

/** The number of digits before the exponent, with leading and trailing zeros. */
function digitsOf(number: string): number {
  let digits = 0;
  for (let position = 0; position < number.length; position += 1) {
    const char = number.charCodeAt(position);
    if ((char | 0x20) === 0x65) break;
    if (char >= ZERO && char <= NINE) digits += 1;
  }
  return digits;
}

/** Gives each value one spelling: `-0.0120e3` and `-12` both become `-12e0`. */
function spellingOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const digits = whole + fraction;
  let from = 0;
  let to = digits.length;
  while (digits[from] === '0') from += 1;
  while (to > from && digits[to - 1] === '0') to -= 1;
  if (from === to) return '0';
  const power = Number(exponent) - fraction.length + digits.length - to;
  return `${sign}${digits.slice(from, to)}e${power}`;
}
