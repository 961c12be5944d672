import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Part = { file: string; imports?: string[]; isEntry?: boolean };

const build = path.resolve(import.meta.dirname, '../../dist/app');
const manifest = JSON.parse(readFileSync(path.join(build, '.manifest.json'), 'utf8')) as Record<
  string,
  Part
>;

/** The files that the browser loads for a part of the app, without what it loads later. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const part = manifest[name];
  if (!part || seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const next of part.imports ?? []) filesOf(next, seen);
  return seen;
}

function gzipped(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(path.join(build, `${file}.gz`)).size, 0);
}

const pages = Object.keys(manifest).filter((name) => /^pages\/.*-page\.tsx$/.test(name));

test('each page, opened by its address, loads less than 220 kB of JavaScript, gzipped', () => {
  expect(pages.length).toBeGreaterThan(25);
  const sizes = pages.map((page) => [page, gzipped(filesOf(page, filesOf('index.html')))] as const);
  expect(Math.min(...sizes.map(([, size]) => size))).toBeGreaterThan(50_000);
  expect(sizes.filter(([, size]) => size >= 220_000)).toEqual([]);
});

// People in the overview, and the two tracks of its set-up, took the last two of these.
test('all pages together add less than 345 kB, so that loading some ahead costs little', () => {
  const all = pages.reduce((seen, name) => filesOf(name, seen), new Set<string>());
  expect(gzipped(all.difference(filesOf('index.html')))).toBeLessThan(345_000);
});

test('what every page needs is less than 162 kB', () => {
  expect(gzipped(filesOf('index.html'))).toBeLessThan(162_000);
});
