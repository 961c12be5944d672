import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Source, sourcesIn } from '../harness/sources.ts';

const everything = sourcesIn('src');
const app = everything.filter(({ file }) => file.startsWith('src/app/'));
const server = everything.filter(({ file }) => !/^src\/(app|docs)\//.test(file));

function offenders(sources: Source[], breaks: (source: Source) => boolean): string[] {
  return sources.filter(breaks).map(({ file }) => file);
}

describe('the browser gets no code of the server', () => {
  const byFile = new Map(everything.map((source) => [source.file, source]));
  const isFree = ({ target, isType }: Source['imports'][number]) =>
    isType || target === 'zod' || target.startsWith('src/shared/');

  /** Whether a file of the server, and everything that it imports, may run in browsers too. */
  function isShared(file: string): boolean {
    const source = byFile.get(file);
    if (!source) return false;
    const { imports, text } = source;
    const isConstant = imports.every(({ isType }) => isType);
    if (!isConstant && !/^src\/(shared\/|features\/.*\.schema\.ts$)/.test(file)) return false;
    return (
      !/from 'node:|\bprocess\b|\bBuffer\b/.test(text) &&
      imports.every(
        (each) => isFree(each) && (each.isType || each.target === 'zod' || isShared(each.target)),
      )
    );
  }

  test('except types, constants from files that import nothing, and schemas that import only zod and shared/', () => {
    const wrong = app.flatMap(({ file, imports }) =>
      imports
        .filter(({ target, isType }) => target.startsWith('src/') && !isType)
        .filter(({ target }) => !target.startsWith('src/app/') && !isShared(target))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the build watches all of these files: a change of one makes the pages again', () => {
    const build = readFileSync(
      path.resolve(import.meta.dirname, '../../scripts/app-build.mjs'),
      'utf8',
    );
    const missed = app
      .flatMap(({ imports }) => imports)
      .filter(({ target, isType }) => !isType && /^src\/(?!app\/|shared\/)/.test(target))
      .filter(({ target }) => !target.endsWith('.schema.ts') && !build.includes(`'${target}'`));
    expect(missed).toEqual([]);
  });

  test('the server gets no code of the browser', () => {
    const takes = ({ imports }: Source) =>
      imports.some(({ target }) => target.startsWith('src/app/'));
    expect(offenders(server, takes)).toEqual([]);
  });

  test('the parts of the app import downwards: shell -> pages -> thread, team, session, passkeys, screens, ui -> api, text', () => {
    const levels = [
      ['text', 'api'],
      ['ui', 'screens', 'passkeys', 'session', 'team', 'thread'],
      ['pages'],
      ['shell'],
    ];
    const levelOf = (file: string) => {
      return levels.findIndex((level) => level.includes(file.split('/')[2] ?? ''));
    };
    const parts = app.filter(({ file }) => file.split('/').length > 3);
    expect(parts.filter(({ file }) => levelOf(file) < 0).map(({ file }) => file)).toEqual([]);
    const wrong = parts.flatMap(({ file, imports }) =>
      imports
        .filter(({ target, isType }) => target.startsWith('src/app/') && !isType)
        .filter(({ target }) => levelOf(target) > levelOf(file))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('a page imports no other page, only what all pages share', () => {
    const folderOf = (file: string) => /^src\/app\/pages\/([^/]+)\//.exec(file)?.[1];
    const wrong = app.flatMap(({ file, imports }) => {
      const own = folderOf(file);
      if (!own) return [];
      return imports
        .map(({ target }) => target)
        .filter((target) => (folderOf(target) ?? own) !== own)
        .map((target) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('the app has no default exports', () => {
    expect(offenders(app, ({ text }) => /^export default/m.test(text))).toEqual([]);
  });

  test('every text for people is in a dictionary', () => {
    const speaks = ({ file, text }: Source) =>
      file.endsWith('.tsx') && /[>"'`][^<>"'`{}\n]*[äöüÄÖÜß„“]/.test(text);
    expect(offenders(app, speaks)).toEqual([]);
  });
});
