import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { createLogger } from '../../../src/shared/log.ts';
import {
  emptyDatabase,
  migrationNames,
  migrations,
  schemaFolder,
} from '../../processes/harness/migrations.ts';

/** A database with the tables of a former release. `last` is the release's last migration. */
export async function formerTables(release: string, last: string): Promise<string> {
  const names = (await migrationNames()).filter((name) => name <= last);
  const texts = names.map(async (name) => [
    `migrations/${name}`,
    await readFile(path.join(migrations, name, 'migration.sql'), 'utf8'),
  ]);
  const folder = await schemaFolder(Object.fromEntries(await Promise.all(texts)));
  const url = await emptyDatabase();
  await migrate(url, createLogger('silent'), { folder, release });
  return url;
}
