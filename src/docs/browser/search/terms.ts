/** One spelling of a word for the search: umlauts as people type them without these keys, and no accents. */
export function folded(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** `/users/{member_id}` is found as it is, as `member_id`, and by `users`, `member` and `id`. */
export function termsOf(text: string): string[] {
  return text.split(/[\s"'`,;()<>|=„“”‚‘]+/u).flatMap((raw) => {
    const whole = raw.replace(/^[.:!?]+|[.:!?]+$/g, '');
    const names = whole.split(/[^\p{L}\p{N}_]+/u);
    const parts = whole.split(/[^\p{L}\p{N}]+/u);
    return [...new Set([whole, ...names, ...parts])].filter((term) => /[\p{L}\p{N}]/u.test(term));
  });
}
