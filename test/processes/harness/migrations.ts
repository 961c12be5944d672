import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { onServer } from '../../harness/database.ts';

export const migrations = path.resolve(import.meta.dirname, '../../../prisma/migrations');

/** Makes a database without migrations. */
export async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name}`));
  onTestFinished(() => onServer((client) => client.query(`drop database ${name} with (force)`)));
  const url = new URL(inject('databaseServer'));
  url.pathname = name;
  return url.href;
}

/** The migrations in the order in which they are applied. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrations, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

/** The texts of files by their path, such as `functions/one.sql`. A migration is named by its folder. */
type Texts = Record<string, string>;

/** Makes a folder like `prisma` with the files of a test. */
export async function schemaFolder(texts: Texts): Promise<string> {
  const folder = await emptyFolder();
  await mkdir(path.join(folder, 'migrations'));
  await write(folder, texts);
  return folder;
}

export async function write(folder: string, texts: Texts): Promise<void> {
  for (const [name, sql] of Object.entries(texts)) {
    const file = path.join(folder, name.endsWith('.sql') ? name : `${name}/migration.sql`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, sql);
  }
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
