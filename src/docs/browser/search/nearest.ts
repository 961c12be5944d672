import { type Entry, finderOf } from './find.ts';
import { folded } from './terms.ts';

const MOST = 4;
/** Two names with a lower value have only some letters in common. */
const LIKE = 0.6;
/** A page with at least this value is surely the page that the reader meant. */
const MEANT = 0.95;

/** Finds the existing pages that are most like a missing page, and lists the likeliest page first. */
export function nearestEntries(query: string, all: readonly Entry[]): Entry[] {
  const entries = all.filter((entry) => entry.queries === undefined);
  const paths = nearestPaths(query, [...new Set(entries.map(({ path }) => path))]);
  const named = paths.flatMap(
    (path) => entries.find((entry) => entry.path === path && entry.anchor === undefined) ?? [],
  );
  if (likenessOf(query, paths[0] ?? '') >= MEANT) return named.slice(0, MOST);
  const found = finderOf(entries)(nameOf(query).replaceAll('-', ' '));
  const others = found.filter(({ path, anchor }) => anchor !== undefined || !paths.includes(path));
  return [...named, ...others].slice(0, MOST);
}

/** Finds the paths that are most like the asked path: `first-request` is like `guides/first-request`. */
export function nearestPaths(query: string, paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, likeness: likenessOf(query, path) }))
    .filter(({ likeness }) => likeness >= LIKE)
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ path }) => path);
}

/** How alike two paths are. 1: the same path, or the same name in another folder. */
function likenessOf(one: string, other: string): number {
  const [a, b] = [one, other].map(plainPath);
  return Math.max(common(a ?? '', b ?? ''), common(nameOf(one), nameOf(other)));
}

function nameOf(path: string): string {
  return plainPath(path).split('/').at(-1) ?? '';
}

function plainPath(path: string): string {
  return folded(path)
    .replace(/\.(?:md|html?)$/, '')
    .replaceAll(/^\/+|\/+$/g, '');
}

/** How many pairs of neighbouring letters two texts share, from 0 to 1 (Sørensen and Dice). */
function common(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1;
  const left = pairsOf(b);
  const [wanted, all] = [pairsOf(a), left.length];
  const shared = wanted.filter((pair) => {
    const index = left.indexOf(pair);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
  return (2 * shared.length) / Math.max(1, wanted.length + all);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) =>
    text.slice(index, index + 2),
  );
}
