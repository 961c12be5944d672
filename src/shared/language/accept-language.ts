import { DEFAULT_LANGUAGE, type Language, languages } from './language.ts';

const MAX_RANGES = 50;
const RANGE =
  /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;

type Range = { primary: string; q: number; order: number };

/**
 * Our language with the best q. Of two with the same q, the first one wins. If none is accepted, the
 * default wins (D77).
 */
export function preferredLanguage(header: string | undefined): Language {
  if (!header) return DEFAULT_LANGUAGE;
  const ranges = parseRanges(header);
  const wanted = languages.flatMap((language) => {
    const range = bestRange(ranges, language);
    return range && range.q > 0 ? [{ language, ...range }] : [];
  });
  const [best] = wanted.sort((a, b) => b.q - a.q || a.order - b.order);
  return best?.language ?? DEFAULT_LANGUAGE;
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
