const MOST_DIGITS = 200;

/**
 * A number as plain digits, with none lost and without an exponent: `1.5E7` becomes `15000000`. Null if the text is no
 * number, or is absurdly long.
 */
export function exactDecimal(text: string): string | null {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text.trim());
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
  if (whole + fraction === '') return null;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (digits.length > MOST_DIGITS || Math.abs(point) > MOST_DIGITS) return null;
  const padded =
    '0'.repeat(Math.max(-point, 0)) + digits + '0'.repeat(Math.max(point - digits.length, 0));
  const position = Math.max(point, 0);
  const before = padded.slice(0, position).replace(/^0+(?=\d)/, '') || '0';
  const after = padded.slice(position);
  return `${sign === '-' ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`;
}
