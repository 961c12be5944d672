import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import type { TestApi } from './api.ts';
import { links, PUBLIC_URL, sealKey } from './mailed-links.ts';

type On = { sql: TestApi['sql']; clock: { now(): Date }; publicUrl?: string };

/** Runs a command of the operator on a database, which may be that of an API. */
export async function runCommand<Answer extends object>(
  { sql: pool, clock, publicUrl = PUBLIC_URL }: On,
  command: Command,
  texts: Record<string, string> = {},
): Promise<Answer> {
  const keys = { links, sealKey, secretKey: links.key, crmKey: links.key };
  const run = command.prepare(new Map(Object.entries(texts)));
  return (await run({ pool, now: clock.now(), publicUrl, ...keys })) as Answer;
}

/** The path of a new file, in a folder for this test. */
export async function freshFile(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, name);
}
