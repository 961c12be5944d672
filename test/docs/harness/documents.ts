import { globSync, readFileSync } from 'node:fs';
import { Anchors } from '../../../src/docs/markdown/anchor.ts';

export type Document = { file: string; text: string };

/** All documents: files that end in .md, except those of packages. */
export const documents: Document[] = globSync(['*.md', '{docs,scripts,src,test}/**/*.md'])
  .sort()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

export function documentNamed(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The part under a heading, up to the next heading of the same level or a higher one. */
export function sectionOf(text: string, heading: string): string {
  const level = heading.split(' ', 1)[0]?.length ?? 0;
  const [, rest] = text.split(`\n${heading}\n`, 2);
  if (rest === undefined) throw new Error(`There is no section ${heading}`);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  return end === -1 ? rest : rest.slice(0, end);
}

/** The rows of all tables in a text, without heads and separators. */
export function rowsOf(text: string): string[][] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const isRow = line.startsWith('|') && !/^\|[-|]+\|$/.test(line);
    const isHead = /^\|[-|]+\|$/.test(lines[i + 1] ?? '');
    return isRow && !isHead
      ? [
          line
            .slice(1, -1)
            .split(' | ')
            .map((cell) => cell.trim()),
        ]
      : [];
  });
}

export function codeBlocks(text: string, language: string): string[] {
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, code = '']) => code);
}

/** A block of code, and the text before it. A `ts sdk` block uses our SDK. */
export type Block = { language: string; code: string; before: string };

export function blocksOf(text: string): Block[] {
  let end = 0;
  return [...text.matchAll(/^```(\w+(?: sdk)?)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [all, language = '', code = ''] = match;
    const before = text.slice(end, match.index);
    end = match.index + all.length;
    return { language, code, before };
  });
}

/** The anchors of the headings of a text. */
export function anchorsOf(text: string): string[] {
  const anchors = new Anchors();
  return [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchors.of(heading),
  );
}

export function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[\w ]+\n[\s\S]*?^```$/gm, '');
}

/** The words that a shell would pass to a program for `'a b'`, `"$C"` and `d`. Variables are not replaced. */
export function shellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
