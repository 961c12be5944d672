import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Command } from '../../../src/cli/command.ts';
import type { TestApi } from '../../harness/api.ts';
import { links, PUBLIC_URL, sealKey } from '../../harness/mailed-links.ts';

/** Runs a command of the operator on the database of an API. */
export function runCommand(
  { sql, clock }: { sql: TestApi['sql']; clock: { now(): Date } },
  command: Command,
  texts: Record<string, string>,
): Promise<object> {
  const context = {
    pool: sql,
    now: clock.now(),
    publicUrl: PUBLIC_URL,
    links,
    sealKey,
    secretKey: links.key,
    crmKey: links.key,
  };
  return command.prepare(new Map(Object.entries(texts)))(context);
}

/** The path of a new file, in a folder for this test. */
export async function freshFile(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, name);
}
