import { globSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks, documentNamed } from './documents.ts';

/** `isConsumer`: it goes on until it is told to end. */
export type SdkProgram = { guide: string; code: string; isReceiver: boolean; isConsumer: boolean };

/** The first line of a program. Any other block continues the one before. */
const begins = /import (?:\{ )?TeamApi|import (?:\{ )?(?:receiver|webhooks)/;

/** The programs in the guides that use our SDK. The German guides have the same. */
export function sdkPrograms(language: 'ts' | 'python'): SdkProgram[] {
  return globSync('docs/guides/en/*.md')
    .sort()
    .flatMap((file) => {
      const guide = path.basename(file, '.md');
      const programs: SdkProgram[] = [];
      for (const code of codeBlocks(documentNamed(file), `${language} sdk`)) {
        const last = programs.at(-1);
        if (begins.test(code) || !last) {
          const isReceiver = code.includes('SIGNING_SECRET');
          programs.push({
            guide,
            code,
            isReceiver,
            isConsumer: /events\.consume|\bcopy\(/.test(code),
          });
        } else last.code += code;
      }
      return programs;
    });
}
