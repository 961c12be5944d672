import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/shared/log.ts';
import { onServer } from '../harness/database.ts';

export const migrations = path.resolve(import.meta.dirname, '../../prisma/migrations');

/** A database into which nothing has been migrated. */
export async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name}`));
  onTestFinished(() => onServer((client) => client.query(`drop database ${name} with (force)`)));
  const url = new URL(inject('databaseServer'));
  url.pathname = name;
  return url.href;
}

/** In the order in which they are applied. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrations, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

/** A folder with one migration of a test. */
export async function migrationFolder(name: string, sql: string): Promise<string> {
  const folder = await emptyFolder();
  await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, name, 'migration.sql'), sql);
  return folder;
}

/** As far as the version was that did not know the migration whose name ends so. */
export async function migrateBefore(url: string, name: string): Promise<void> {
  const names = await migrationNames();
  const place = names.findIndex((own) => own.endsWith(name));
  if (place < 0) throw new Error(`There is no migration ${name}`);
  const folder = await emptyFolder();
  for (const own of names.slice(0, place)) {
    await cp(path.join(migrations, own), path.join(folder, own), { recursive: true });
  }
  await migrate(url, createLogger('silent'), folder);
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
