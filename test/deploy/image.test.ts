import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourcesIn } from '../harness/sources.ts';

type Prune = {
  buildOnly: { packages: string[]; files: string[] };
  keptPackages(root: string): Set<string>;
};
const prune = '../../deploy/image/prune.mjs';
const { buildOnly, keptPackages } = (await import(prune)) as Prune;

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
>;
const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
const sources = new Map(sourcesIn('src').map((source) => [source.file, source]));

/** All files that API, worker and command line load, also later. */
function loaded(): string[] {
  const files = new Set<string>();
  const load = (file: string): void => {
    const source = sources.get(file);
    if (!source || files.has(file)) return;
    files.add(file);
    for (const { target } of importsOf(file)) load(target);
  };
  for (const entry of ['src/api.ts', 'src/worker.ts', 'src/cli.ts']) load(entry);
  return [...files];
}

function importsOf(file: string): { target: string }[] {
  const { imports = [], text = '' } = sources.get(file) ?? {};
  const late = [...text.matchAll(/\b(?:import|require\.resolve)\(\s*'([^']+)'/g)].map(
    ([, name = '']) => ({
      target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    }),
  );
  return [...imports.filter(({ isType }) => !isType), ...late];
}

const files = loaded();
// The Prisma client, which the set-up makes, imports its runtime.
const imported = new Set([
  '@prisma/client',
  ...files.flatMap((file) => importsOf(file).map(({ target }) => target)),
]);
const isImported = (name: string) =>
  [...imported].some((target) => target === name || target.startsWith(`${name}/`));

describe('what the image leaves out (deploy/image/build-only.json)', () => {
  test('is no package that API, worker or command line import', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(buildOnly.packages.filter(isImported)).toEqual([]);
  });

  test('is every package of package.json that none of them imports, except Node itself', () => {
    const unused = packages.filter((name) => name !== 'node' && !isImported(name));
    expect(buildOnly.packages).toEqual(unused.toSorted());
  });

  test('is none of their files', () => {
    const left = new Set(
      globSync(buildOnly.files.filter((name) => !name.startsWith('node_modules'))).flatMap(
        (name) => [name, ...globSync(`${name}/**`)],
      ),
    );
    expect(left.size).toBeGreaterThan(100);
    expect(files.filter((file) => left.has(file))).toEqual([]);
    // Files that they read beside themselves.
    const read = files.flatMap((file) =>
      [...(sources.get(file)?.text ?? '').matchAll(/new URL\(\s*'(\.[^']+)', import\.meta/g)].map(
        ([, name = '']) => path.posix.join(path.posix.dirname(file), name),
      ),
    );
    expect(read.filter((file) => left.has(file))).toEqual([]);
  });

  test('leaves at most 290 MB of packages: the image has at most 400 MB', () => {
    const left = new Set(
      globSync(buildOnly.files.filter((name) => name.startsWith('node_modules'))),
    );
    const sizes = [...keptPackages('.')].flatMap((folder) =>
      globSync(`${folder}/**`, { exclude: (name) => name === 'node_modules' })
        .filter((file) => !left.has(file))
        .map((file) => statSync(file))
        .map((entry) => (entry.isFile() ? entry.size : 0)),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(290e6);
  });
});

describe('what reaches the build of the image (.dockerignore)', () => {
  const lines = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line));

  test('is only what the file names: no data, no encryption key, no history', () => {
    expect(lines[0]).toBe('*');
    const named = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    expect(named.toSorted()).toEqual(
      'CHANGELOG.md deploy/image docs package-lock.json package.json prisma scripts src'.split(' '),
    );
  });

  test('is all that the builds read', () => {
    const scripts = sourcesIn('scripts').filter(({ file }) => /^scripts\/[\w-]+\.mjs$/.test(file));
    const read = scripts.flatMap(({ text }) =>
      [...text.matchAll(/filesIn\('([\w-]+)|'([A-Z]+\.md)'/g)].map(
        ([, folder, file]) => folder ?? file,
      ),
    );
    expect(read.length).toBeGreaterThan(3);
    for (const name of read) expect(lines).toContain(`!${name}`);
  });
});
