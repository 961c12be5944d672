import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Source = {
  /** Relative to the project's root, with forward slashes. */
  file: string;
  text: string;
  lines: number;
  imports: { target: string; isType: boolean }[];
};

const root = path.resolve(import.meta.dirname, '../..');
const statement = /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]/gm;
const sideEffect = /^import\s+['"]([^'"]+)['"]/gm;

export function sourcesIn(...folders: string[]): Source[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`);
  // Leaves out what the set-up makes: the Prisma client, and the types of the REST client.
  const exclude = ['src/db/generated/**', 'test/client/generated/**'];
  return globSync(patterns, { cwd: root, exclude }).map((name) => {
    const file = name.split(path.sep).join('/');
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, text, lines: text.split('\n').length - 1, imports: importsOf(file, text) };
  });
}

function importsOf(file: string, text: string): Source['imports'] {
  const resolved = (target: string) =>
    target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
  return [
    ...[...text.matchAll(statement)].map(([, type, target = '']) => ({
      target: resolved(target),
      isType: type !== undefined,
    })),
    ...[...text.matchAll(sideEffect)].map(([, target = '']) => ({
      target: resolved(target),
      isType: false,
    })),
  ];
}
