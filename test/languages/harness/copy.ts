import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { THIRD } from './third-language.ts';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Copies folders and files of the project. All copies use the packages of the project itself. */
export function copyTo(folder: string, names: readonly string[]): void {
  for (const name of names) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
}

/** Changes the files of a copy. A file that stays the same is not written. */
export function rewrite(
  folder: string,
  pattern: string,
  change: (text: string, file: string) => string,
): void {
  for (const file of globSync(pattern, { cwd: folder, exclude: ['src/db/generated/**'] })) {
    const place = path.join(folder, file);
    const before = readFileSync(place, 'utf8');
    const after = change(before, file.split(path.sep).join('/'));
    if (after !== before) writeFileSync(place, after);
  }
}

/** Adds the third language to `languages`, the list from which the type `Language` follows. */
export function addToLanguages(folder: string): void {
  rewrite(folder, 'src/shared/language/language.ts', (text) =>
    text.replace("['de', 'en'] as const", `['de', 'en', '${THIRD}'] as const`),
  );
}

export type Complaint = { file: string; line: number; column: number; text: string };

/** What the compiler says of a copy's sources. */
export function complaintsIn(folder: string): Complaint[] {
  const tsconfig = path.join(folder, 'tsconfig.json');
  const settings = JSON.parse(readFileSync(tsconfig, 'utf8'));
  writeFileSync(tsconfig, JSON.stringify({ ...settings, include: ['src'] }));
  const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...stdout.matchAll(/^(\S+)\((\d+),(\d+)\): (.*)$/gm)].map(
    ([, file = '', line, column, text = '']) => ({
      file,
      line: Number(line),
      column: Number(column),
      text,
    }),
  );
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
