/** A double keeps any 15 digits. */
const FEW_DIGITS = /^-?[\d.]{1,15}$/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i;

/**
 * Whether a number of a body comes back with the value that was sent (P26). An id of another system
 * such as 12345678901234567890 would not: read as a double, it comes back as …567000.
 */
export function isKeptExactly(number: string): boolean {
  if (FEW_DIGITS.test(number)) return true;
  const double = Number(number);
  const comesBack = String(double);
  if (comesBack === number) return true;
  const sent = spellingOf(number);
  if (spellingOf(comesBack) === sent) return true;
  // Some programs write a double in 17 digits: with 0.10000000000000001 they mean the double 0.1.
  return !Number.isInteger(double) && spellingOf(double.toPrecision(17)) === sent;
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
