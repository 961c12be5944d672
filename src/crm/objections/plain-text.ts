import type { TimeSlices } from '../../shared/load/long-work.ts';
import { decodeEntities } from './entities.ts';

/** Only this much of a note is read: characters of its text, and tags. */
const MOST_TEXT = 50_000;
const MOST_TAGS = 20_000;
/** How many `<` are examined at most. */
const MOST_LOOKS = 40_000;
const SHORTEST_WRAPPED = 60;
/** A longer line is cut between words, so that one look at a line stays short. */
const LONGEST_LINE = 2_000;
/** How many tags are read in one turn. */
const TAGS_OF_SLICE = 100;

const hidden = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'object',
]);
const lineEnds = new Set(
  'address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);

/** Marks the end of a line in HTML, because the line breaks of HTML itself mean nothing. */
const LINE_END = '\u2028';

/**
 * A joiner after a Latin letter, a digit or a sign joins nothing: it only hides a word, or an address, from those who
 * look for it. Elsewhere it belongs to the text, as in 🤷‍♀️.
 */
const JOINER_IN_WORD = /(?<=^|[\p{sc=Latin}\p{N}\p{P}\p{Z}\p{Cc}])\u200d+/gu;

/**
 * No language has as many marks on one letter (Unicode calls a text with at most thirty stream-safe). To normalize a
 * longer run takes time by its square: fifty thousand marks would stop the process for two seconds.
 */
const FURTHER_MARKS = /(?<=\p{M}{30})\p{M}+/gu;

/**
 * The lines of a text, which may be HTML. The number of looks at each character is bounded, so that no text can make
 * the reader slow. It takes short turns of the event loop.
 */
export async function linesOf(body: string, slices: TimeSlices): Promise<string[]> {
  const { text, hasLines } = await withoutTags(body, slices);
  const decoded = decodeEntities(text.slice(0, MOST_TEXT))
    .replace(FURTHER_MARKS, '')
    .normalize('NFC');
  await slices.pause();
  // In HTML, line breaks of the source mean nothing.
  const marked = hasLines ? decoded.replace(/[\r\n]+/g, ' ') : rejoinWrapped(decoded);
  await slices.pause();
  const shown = marked
    .replace(/[^\P{Cc}\s]|[\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff\ue000-\uf8ff]/gu, '')
    .replace(JOINER_IN_WORD, '');
  const lines: string[] = [];
  for (const line of shown.split(/[\u2028\u2029\r\n\v\f]+/)) {
    await slices.pause();
    lines.push(
      ...shortLines(
        line
          .replace(/[^\S ]+/g, ' ')
          .replace(/ {2,}/g, ' ')
          .trim(),
      ),
    );
  }
  return lines;
}

/** The pieces of a line, each of at most so many characters. No number is cut, because it may be that of a telephone. */
function shortLines(line: string): string[] {
  const chunks: string[] = [];
  let rest = line;
  while (rest.length > LONGEST_LINE) {
    const head = rest.slice(0, LONGEST_LINE);
    const blank = /^.*(?:[.!?] |[^\p{N}\p{P}] (?=[^\p{N}\p{P}]))/su.exec(head)?.[0].length;
    // A cut never stands inside a character.
    const end = blank ?? LONGEST_LINE - (/[\ud800-\udbff]$/.test(head) ? 1 : 0);
    chunks.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? chunks : [...chunks, rest];
}

/** Mail programs break long lines inside a sentence. The next line then begins with a small letter. */
function rejoinWrapped(text: string): string {
  return text.replace(/[^.!?:;\s]\r?\n(?=\p{Ll})/gu, (end, index: number) => {
    const isLong = index - text.lastIndexOf('\n', index) > SHORTEST_WRAPPED;
    return isLong ? `${end.trimEnd()} ` : end;
  });
}

async function withoutTags(
  body: string,
  slices: TimeSlices,
): Promise<{ text: string; hasLines: boolean }> {
  const tags = new TagReader(body);
  const parts: string[] = [];
  let length = 0;
  let hasLines = false;
  let place = 0;
  for (let count = 0; length < MOST_TEXT && count < MOST_TAGS; count += 1) {
    if (count % TAGS_OF_SLICE === 0) await slices.pause();
    const tag = tags.next(place);
    const part = body.slice(place, Math.min(tag?.start ?? body.length, place + MOST_TEXT));
    parts.push(part);
    length += part.length + 1;
    if (!tag) break;
    const ends = lineEnds.has(tag.name);
    hasLines ||= ends;
    if (ends || cells.has(tag.name)) parts.push(ends ? LINE_END : ' ');
    place = tag.end;
  }
  return { text: parts.join(''), hasLines };
}

type Tag = { name: string; start: number; end: number };

/** Finds the tags in order. It remembers which ends the rest of the text lacks, and does not look for them again. */
class TagReader {
  readonly #body: string;
  readonly #missing = new Map<string, number>();
  #looks = 0;

  constructor(body: string) {
    this.#body = body;
  }

  next(from: number): Tag | null {
    let start = this.#find('<', from);
    while (start !== -1 && this.#looks < MOST_LOOKS) {
      this.#looks += 1;
      const tag = this.#tagAt(start);
      if (tag) return tag;
      start = this.#find('<', start + 1);
    }
    return null;
  }

  #find(text: string, from: number): number {
    if (from >= (this.#missing.get(text) ?? Number.POSITIVE_INFINITY)) return -1;
    const index = this.#body.indexOf(text, from);
    if (index === -1) this.#missing.set(text, from);
    return index;
  }

  /** Null if this `<` begins no tag, as in "price < 5000". */
  #tagAt(start: number): Tag | null {
    if (!/[a-z/!?]/i.test(this.#body[start + 1] ?? '')) return null;
    if (this.#body.startsWith('<!--', start)) {
      const end = this.#find('-->', start + 4);
      return { name: '', start, end: end === -1 ? this.#body.length : end + 3 };
    }
    const [, closing, name = ''] =
      /^<([/!?]?)([a-z][a-z0-9]{0,20})?/i.exec(this.#body.slice(start, start + 24)) ?? [];
    if (!closing && !name) return null;
    const end = this.#endOfTag(start + 1);
    if (end === 0) return null;
    const lower = name.toLowerCase();
    const isHidden = !closing && hidden.has(lower) && this.#body[end - 2] !== '/';
    return { name: lower, start, end: isHidden ? this.#endOfHidden(lower, end) : end };
  }

  /** The place behind the `>` that is outside of quotes. If there is none, behind the first `>`. */
  #endOfTag(from: number): number {
    const first = this.#find('>', from);
    let close = first;
    let position = from;
    for (let quotes = 0; close !== -1 && quotes < 20; quotes += 1) {
      const quoted = /["']/.exec(this.#body.slice(position, close));
      if (!quoted) return close + 1;
      const second = this.#find(quoted[0], position + quoted.index + 1);
      if (second === -1) break;
      position = second + 1;
      close = this.#find('>', position);
    }
    return first + 1;
  }

  #endOfHidden(name: string, from: number): number {
    const close = new RegExp(`</${name}`, 'gi');
    close.lastIndex = from;
    // The end tag is missing, so the browser would hide all the rest.
    return close.exec(this.#body)?.index ?? this.#body.length;
  }
}
