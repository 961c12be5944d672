/** No name is looked for by more. */
const LONGEST = 100;

/**
 * What is looked for. Of a whole API key only its beginning, which names it: the rest is secret, and stays in
 * the browser. A secret of a webhook names nothing. Both may stand anywhere: in a header, or between quotes.
 */
export function searchable(text: string): string {
  const trimmed = text.trim();
  if (trimmed.includes('whsec_')) return '';
  const [key] = /svck_live_[0-9A-Za-z]{10}/.exec(trimmed) ?? [];
  return key ?? trimmed.slice(0, LONGEST).toWellFormed();
}
