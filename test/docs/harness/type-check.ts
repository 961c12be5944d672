import { spawnSync } from 'node:child_process';

const options =
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess ' +
  '--erasableSyntaxOnly --module nodenext --target es2024 --types node ' +
  '--allowImportingTsExtensions --skipLibCheck';

/** The errors that the compiler finds in these files under the strictest options. Empty if there are none. */
export function typeErrorsIn(files: readonly string[]): string {
  const args = ['node_modules/typescript-7/bin/tsc', ...options.split(' '), ...files];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? stdout : `${stdout}${stderr}ended with ${status}`;
}
