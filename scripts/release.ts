// Makes the files of a release: `node_modules/.bin/node scripts/release.ts <version>`. It writes the version, notes the hashes
// of the SDK's files, and makes the present OpenAPI document the released one. If a step fails, mend it and run the command
// again. `--sdk <version>` alone raises the version of the SDK, before its first change is tested. Nothing is committed: the
// tests of the next release find this one by the subject of its commit, `Release <version>`.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHANGELOG_FILE, changelogIn, readDay } from '../src/docs/site/changelog.ts';
import { release as sdk } from '../src/sdk/model/release.ts';
import { languages } from '../src/shared/language/language.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

function change(file: string, how: (text: string) => string): void {
  const before = read(file);
  const after = how(before);
  if (after !== before) writeFileSync(path.join(root, file), after);
}

/** Runs a program of the project, which shows what it says. */
function run(...args: string[]): void {
  console.log(`== ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args[0]} failed`);
}

function isLower(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** Everything that the release needs and that people write. */
function check(version: string): void {
  const present = (JSON.parse(read('package.json')) as { version: string }).version;
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`Name the version: ${present} or a higher one`);
  if (isLower(version, present)) throw new Error(`${version} is lower than ${present}`);
  const [, newest] = /^## (.+)$/m.exec(read(CHANGELOG_FILE)) ?? [];
  if (newest !== version)
    throw new Error(`${CHANGELOG_FILE} begins with "## ${newest}", not with "## ${version}"`);
  // Throws if a text lacks a language.
  for (const language of languages) changelogIn(language);
  const [, first = ''] = read(CHANGELOG_FILE).split(`## ${version}\n\n`);
  if (!readDay(first.split('\n', 1)[0] ?? ''))
    throw new Error(`${CHANGELOG_FILE} has no day, such as 22 November 2026, below ## ${version}`);
}

/** Raises the version of the SDK, also in the documents that name its files. */
function raiseSdk(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version) || isLower(version, sdk.version))
    throw new Error(`--sdk takes a version from ${sdk.version} on`);
  change('src/sdk/model/release.ts', (text) =>
    text.replace(`version: '${sdk.version}'`, `version: '${version}'`),
  );
  const old = sdk.version.replaceAll('.', '\\.');
  const named = new RegExp(`(team[-_]api-)${old}(?=\\.tgz|-py3-)`, 'g');
  for (const file of globSync(['README.md', 'docs/*.md', 'docs/guides/*/*.md'], { cwd: root }))
    change(file, (text) => text.replaceAll(named, `$1${version}`));
}

/** Writes the version of the project into package.json or package-lock.json, and leaves those of its packages. */
export function withVersion(text: string, version: string): string {
  return [2, 6].reduce(
    (done, indent) =>
      done.replace(new RegExp(`^( {${indent}}"version": )"[^"]+"`, 'm'), `$1"${version}"`),
    text,
  );
}

function makeRelease(version: string): void {
  check(version);
  // These two refuse before they write anything.
  run('scripts/check-openapi.ts', '--release');
  run('scripts/sdk-build.mjs', '--release');
  for (const file of ['package.json', 'package-lock.json'])
    change(file, (text) => withVersion(text, version));
  for (const file of globSync('deploy/kubernetes/*/kustomization.yaml', { cwd: root }))
    change(file, (text) => text.replace(/(?<=newTag: )[\d.]+/, version));
  console.log(`Look at git diff, run npm run test:all, and commit: Release ${version}`);
}

if (import.meta.main) {
  try {
    const [first = '', second = ''] = process.argv.slice(2);
    if (first === '--sdk') raiseSdk(second);
    else if (second) throw new Error(`${second} is not known`);
    else makeRelease(first);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
