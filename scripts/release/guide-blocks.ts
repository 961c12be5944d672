import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks } from '../../test/docs/harness/documents.ts';

/** A block of a guide. `name` is the guide's, with the number of the block if there are several. */
export type GuideBlock = { guide: string; name: string; code: string };

/** All blocks in a language. The German guides have the same blocks. */
export function guideBlocks(language: string): GuideBlock[] {
  const blocks = globSync('docs/guides/en/*.md')
    .sort()
    .flatMap((file) => {
      const guide = path.basename(file, '.md');
      const codes = codeBlocks(readFileSync(file, 'utf8'), language);
      const nameOf = (n: number) => (codes.length === 1 ? guide : `${guide} ${n + 1}`);
      return codes.map((code, n) => ({ guide, name: `${nameOf(n)}, ${language}`, code }));
    });
  if (blocks.length === 0) throw new Error(`No guide shows anything in ${language}`);
  return blocks;
}
