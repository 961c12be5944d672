import MiniSearch, { type SearchOptions } from 'minisearch';
import { folded, termsOf } from './terms.ts';

/** A page or a part of it, as the build has written it. */
export type Entry = {
  path: string;
  /** The title of the page, and of the part. */
  page: string;
  title: string;
  anchor?: string;
  group: string;
  text: string;
};

const MOST = 20;

const wish: SearchOptions = {
  boost: { title: 6, page: 2 },
  combineWith: 'AND',
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 5 && /^\p{L}+$/u.test(term) ? 0.2 : false),
  weights: { prefix: 0.5, fuzzy: 0.15 },
  // The page before its parts.
  boostDocument: (_id, _term, fields) => (fields?.anchor === undefined ? 1.5 : 1),
};

/** Finds entries by words, paths, names of fields and codes. */
export function finderOf(entries: readonly Entry[]): (asked: string) => Entry[] {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['title', 'page', 'text'],
    storeFields: ['anchor'],
    tokenize: termsOf,
    processTerm: folded,
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  const byId = (found: { id: number }[]) => found.flatMap(({ id }) => entries[id] ?? []);
  return (asked) => {
    const all = byId(index.search(asked, wish).slice(0, MOST) as { id: number }[]);
    if (all.length > 0) return all;
    return byId(
      index.search(asked, { ...wish, combineWith: 'OR' }).slice(0, MOST) as { id: number }[],
    );
  };
}

/** The piece of a text around the first word that was asked for. */
export function excerptOf(text: string, asked: string): string {
  const words = termsOf(asked).map(folded);
  const at = text.split(/(?<=\s)/);
  const hit = at.findIndex((piece) =>
    termsOf(piece).some((term) => words.some((word) => folded(term).startsWith(word))),
  );
  const from = Math.max(0, hit - 6);
  const piece = at
    .slice(from, from + 26)
    .join('')
    .trim();
  return `${from > 0 ? '… ' : ''}${piece}${at.length > from + 26 ? ' …' : ''}`;
}
