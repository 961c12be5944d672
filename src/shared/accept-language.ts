import type { Language } from './language.ts';

const DEFAULT: Language = 'de';
const MAX_RANGES = 50;
const RANGE =
  /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;

type Range = { primary: string; q: number; order: number };

/** The language with the best q of de and en. A tie gives the first one, all else de (D77). */
export function preferredLanguage(header: string | undefined): Language {
  if (!header) return DEFAULT;
  const ranges = parseRanges(header);
  const de = bestRange(ranges, 'de');
  const en = bestRange(ranges, 'en');
  if (!en || en.q === 0) return DEFAULT;
  if (!de || en.q > de.q) return 'en';
  return en.q === de.q && en.order < de.order ? 'en' : DEFAULT;
}

function parseRanges(header: string): Range[] {
  return header.split(',', MAX_RANGES).flatMap((text, order) => {
    const match = RANGE.exec(text.trim().toLowerCase());
    if (!match?.[1]) return [];
    return [{ primary: match[1].split('-', 1)[0] ?? '', q: Number(match[2] ?? 1), order }];
  });
}

/** `*` applies only to languages that are not named: `de;q=0, *` excludes German. */
function bestRange(ranges: Range[], language: Language): Range | undefined {
  const named = ranges.filter(({ primary }) => primary === language);
  const candidates = named.length > 0 ? named : ranges.filter(({ primary }) => primary === '*');
  return candidates.sort((a, b) => b.q - a.q || a.order - b.order)[0];
}
