// Checks the generated `openapi.v1.json`: the linter must find nothing, and a client of the released document
// (openapi/released.v1.json) must keep working. With --release, the present document becomes the released one.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openApiDocument } from '../src/rest/openapi/document.ts';
import { breakingChanges } from './openapi/breaking-changes.ts';
import { harmlessChanges } from './openapi/harmless-changes.ts';
import { runRedocly } from './openapi/run-redocly.ts';

const releasedFile = path.resolve(import.meta.dirname, '../openapi/released.v1.json');
const releases = process.argv.includes('--release');
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

/** The messages of the linter. Empty if it finds nothing. */
async function lint(file: string): Promise<string[]> {
  const args = ['lint', file, '--config', 'redocly.yaml', '--format', 'stylish'];
  const { status, stdout, stderr } = await runRedocly(args);
  return status === 0 ? [] : [`redocly lint:\n${stdout}${stderr}`];
}

async function broken(currentFile: string): Promise<string[]> {
  if (!existsSync(releasedFile)) return releases ? [] : ['openapi/released.v1.json is missing.'];
  const changes = await breakingChanges(releasedFile, currentFile);
  const isAt = (at: string) => (change: { path: string }) => `${change.path}/`.startsWith(`${at}/`);
  return [
    ...changes
      .filter((change) => !harmlessChanges.some(({ at }) => isAt(at)(change)))
      .map(({ path, rule, message }) => `Breaks clients (${rule}): ${path}: ${message}`),
    ...harmlessChanges
      .filter(({ at }) => !changes.some(isAt(at)))
      .map(({ at }) => `No longer needed in harmless-changes.ts: ${at}`),
  ];
}

const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
try {
  const currentFile = path.join(folder, 'openapi.v1.json');
  await writeFile(currentFile, text);
  const found = await Promise.all([lint(currentFile), broken(currentFile)]);
  for (const problem of found.flat()) console.error(problem);
  if (found.flat().length > 0) process.exitCode = 1;
  else if (releases) await writeFile(releasedFile, text);
} finally {
  await rm(folder, { recursive: true });
}
