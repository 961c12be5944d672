const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i;

/**
 * Whether a number of a body comes back with the value that was sent (P26). The id 12345678901234567890
 * of another system would not: read as a double, it comes back as 12345678901234567000. Below 2^53 a
 * double keeps every integer, and only the last digits of a fraction may be rounded.
 */
export function isKept(number: string): boolean {
  const double = Number(number);
  if (Math.abs(double) <= Number.MAX_SAFE_INTEGER) return true;
  const comesBack = String(double);
  return comesBack === number || spellingOf(comesBack) === spellingOf(number);
}

/** One spelling for each value: `-0.0120e3` and `-12` are both `-12e0`. */
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
