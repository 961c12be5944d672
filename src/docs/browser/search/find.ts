import MiniSearch, { type SearchOptions } from 'minisearch';
import { folded, termsOf } from './terms.ts';

/** A page, or a part of a page, from the file that the build has written. */
export type Entry = {
  path: string;
  /** The title of the page, and of the part. */
  page: string;
  title: string;
  anchor?: string;
  text: string;
  route?: string;
  words?: string;
  code?: string;
  /** Set for a short answer: the words that it answers. */
  queries?: readonly string[];
  /** The address of the file that an answer opens in place of its page. */
  file?: string;
};

/** An entry, with those of its words by which the search has found it. */
export type Found = Entry & { terms: readonly string[] };

const MOST = 20;
/** Parts of one page, so that a long page leaves room for others. */
const MOST_OF_PAGE = 4;

const searchOptions: SearchOptions = {
  boost: { title: 6, words: 5, queries: 5, page: 2, code: 0.2 },
  combineWith: 'AND',
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 5 && /^\p{L}+$/u.test(term) ? 0.2 : false),
  weights: { prefix: 0.5, fuzzy: 0.15 },
  // A page comes before its parts. A piece of an event's name, such as the `sync` of `crm.sync.failed`, counts less than
  // the same word in a text.
  boostDocument: (_id, term, fields) => {
    const isPiece = String(fields?.path).startsWith('events/') && !term.includes('.');
    return (fields?.anchor === undefined ? 1.5 : 1) * (isPiece ? 0.5 : 1);
  },
};

/** Finds entries by words, paths, names of fields and codes. */
export function finderOf(entries: readonly Entry[]): (query: string) => Found[] {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['title', 'words', 'page', 'text', 'queries', 'code'],
    extractField: (entry, field) => {
      const value = entry[field as keyof typeof entry];
      return Array.isArray(value) ? value.join(' ') : value;
    },
    storeFields: ['anchor', 'path'],
    tokenize: termsOf,
    processTerm: folded,
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return (query) => {
    const all = index.search(query, searchOptions);
    const hits =
      all.length > 0 ? all : index.search(query, { ...searchOptions, combineWith: 'OR' });
    const found = new Map(
      hits.flatMap(({ id, terms }) => {
        const entry = entries[id as number];
        return entry ? [[entry, terms] as const] : [];
      }),
    );
    const first = [
      ...entries.filter((entry) => isQueried(entry, query)),
      ...answersTo(query, entries),
    ];
    return pagesOf([...new Set([...first, ...found.keys()])])
      .slice(0, MOST)
      .map((entry) => ({ ...entry, terms: found.get(entry) ?? [] }));
  };
}

/** The short answers to a question. The one that matches the longest words comes first. */
function answersTo(query: string, entries: readonly Entry[]): Entry[] {
  const question = ` ${plainPhrase(query)} `;
  const lengthIn = (phrase: string) => {
    const plain = plainPhrase(phrase);
    // Short words such as `go` and `c` occur in other questions too, so they must be the whole question.
    const isMeant = plain.length > 2 ? question.includes(` ${plain} `) : question === ` ${plain} `;
    return isMeant ? plain.length : 0;
  };
  return entries
    .map((entry) => ({ entry, length: Math.max(0, ...(entry.queries ?? []).map(lengthIn)) }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)
    .map(({ entry }) => entry);
}

function plainPhrase(text: string): string {
  return folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The best parts of each page: one field of an operation or event, and a few parts of any other page. */
function pagesOf(found: readonly Entry[]): Entry[] {
  const seen = new Map<string, number>();
  const addresses = new Set<string>();
  return found.filter(({ path, anchor, file, queries }) => {
    // An answer may lead to a part that was found too.
    const address = file ?? `${path}#${anchor ?? ''}`;
    if (addresses.has(address)) return false;
    addresses.add(address);
    const isReference = /^(?:reference|events)\//.test(path);
    if (isReference && queries) return true;
    const before = seen.get(path) ?? 0;
    seen.set(path, before + 1);
    return before < (isReference ? 1 : MOST_OF_PAGE);
  });
}

/** Whether somebody has typed the path of this operation or the code of this error. It then comes first. */
function isQueried({ path, route, anchor, text }: Entry, query: string): boolean {
  if (path === 'errors') {
    const code = query.trim().toLowerCase();
    // The field `code` within `errors` explains its values, such as `cursor_expired: …`.
    return anchor === code || (/^[a-z]+(?:_[a-z]+)+$/.test(code) && text.includes(` ${code}: `));
  }
  if (route === undefined || anchor !== undefined) return false;
  const [whole, wanted] = [plainRoute(route), plainRoute(query)];
  return whole === wanted || whole.slice(whole.indexOf('/')) === wanted;
}

/** Gives `get /api/public/v1/users/:id` and `GET /users/{member_id}` the same spelling. */
function plainRoute(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/, ' ')
    .replace('/api/public/v1', '')
    .replaceAll(/\{[^}]*\}|:\w+|[a-z]{3}_\w+(?=\/|$)/g, '{}')
    .replace(/(?<=.)\/$/, '');
}
