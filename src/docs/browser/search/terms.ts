/** One spelling of a word for the search: without accents, and umlauts as two letters, as people type them. */
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

/** The words by which a text is found: `/users/{member_id}` by itself, `member_id`, `users`, `member` and `id`. */
export function termsOf(text: string): string[] {
  return text.split(/[\s"'`,;()<>|=„“”‚‘]+/u).flatMap((raw) => {
    const whole = raw.replace(/^[.:!?]+|[.:!?]+$/g, '');
    const names = whole.split(/[^\p{L}\p{N}_]+/u);
    const parts = whole.split(/[^\p{L}\p{N}]+/u);
    return [...new Set([whole, ...names, ...parts])].filter((term) => /[\p{L}\p{N}]/u.test(term));
  });
}
