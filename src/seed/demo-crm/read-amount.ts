/** Digits without separators, or in groups of three with the same separator. At most two decimals may follow. */
const forms = [
  /^(\d{1,12})(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:[\u0020\u00a0\u202f]\d{3}){1,3})(?:[.,](\d{1,2}))?$/,
];

/**
 * Reads an amount as people write it in German or English: `99.999,95`, `99,999.95`, `99999,95`. Null for an empty text,
 * undefined for a text that is no amount.
 */
export function readAmount(text: string): string | null | undefined {
  if (text === '') return null;
  for (const form of forms) {
    const [, whole, cents] = form.exec(text) ?? [];
    if (whole === undefined) continue;
    const digits = whole.replaceAll(/\D/g, '');
    return cents === undefined ? digits : `${digits}.${cents}`;
  }
  return undefined;
}
