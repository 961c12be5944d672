import { readFile } from 'node:fs/promises';
import type { oas31 } from 'zod-openapi';
import { type BreakingChange, changesBeyondRedocly } from './changes-beyond-redocly.ts';
import { runRedocly } from './run-redocly.ts';

type DiffReport = {
  changes: { path: string; impact: string; verdicts: { ruleId: string; message: string }[] }[];
};

/** Finds changes that break a client of the released document. `v1` promises only additions. */
export async function breakingChanges(
  releasedFile: string,
  currentFile: string,
): Promise<BreakingChange[]> {
  const [reported, released, current] = await Promise.all([
    redoclyDiff(releasedFile, currentFile),
    readDocument(releasedFile),
    readDocument(currentFile),
  ]);
  return [...reported, ...changesBeyondRedocly(released, current)];
}

async function redoclyDiff(releasedFile: string, currentFile: string): Promise<BreakingChange[]> {
  const args = [
    'diff',
    releasedFile,
    currentFile,
    '--config',
    'openapi/redocly-diff.yaml',
    '--format',
    'json',
  ];
  const { status, stdout, stderr } = await runRedocly(args);
  const changes = reportOf(stdout)?.changes.filter(({ impact }) => impact === 'major') ?? [];
  if (status !== 0 && changes.length === 0) throw new Error(`redocly diff: ${stderr}${stdout}`);
  // Without any rule, Redocly passes and prints this message.
  if (stderr.includes('No diff rules are on')) throw new Error(stderr);
  return changes.flatMap(({ path, verdicts }) =>
    verdicts.map(({ ruleId, message }) => ({ path, rule: ruleId, message })),
  );
}

function reportOf(stdout: string): DiffReport | null {
  try {
    return JSON.parse(stdout) as DiffReport;
  } catch {
    return null;
  }
}

async function readDocument(file: string): Promise<oas31.OpenAPIObject> {
  return JSON.parse(await readFile(file, 'utf8')) as oas31.OpenAPIObject;
}
