// Finds what a further language would show in English or German. A copy of the project gets the language `xx`, with each
// English text in brackets. The compiler lists code that lacks the language. Then the script reads all pages, mails and
// problems, and reports every text outside of brackets. It takes three minutes; `--keep` keeps the copy.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { complaintsIn, copyTo, remove } from '../test/languages/harness/copy.ts';
import { addThirdLanguage } from '../test/languages/harness/whole-copy.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-third-language-'));

/** Runs a program of the copy. Its output is printed only if it fails. */
function run(...args: string[]): boolean {
  const started = Date.now();
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) console.log(stdout);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${args.join(' ')}: ${status === 0 ? 'good' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

function look(): boolean {
  copyTo(folder, [
    'src',
    'test',
    'scripts',
    'prisma',
    'docs',
    'openapi',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vitest.config.ts',
    'CHANGELOG.md',
  ]);
  addThirdLanguage(folder);
  const complaints = complaintsIn(folder);
  for (const { file, line, text } of complaints) console.log(`${file}:${line} ${text}`);
  if (complaints.length > 0) return false;
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config'];
  return (
    run('scripts/app-build.mjs') &&
    run('scripts/docs-build.mjs') &&
    run(...vitest, 'test/languages/harness/walk/mails.config.ts') &&
    run(...vitest, 'test/languages/harness/walk/vitest.config.ts')
  );
}

try {
  process.exitCode = look() ? 0 : 1;
} finally {
  if (process.argv.includes('--keep')) console.log(folder);
  else remove(folder);
}
