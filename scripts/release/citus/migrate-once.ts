// A start of the invented release: node migrate-once.ts URL FOLDER. The caller kills it.
import path from 'node:path';
import process from 'node:process';
import { migrate, migrationClient } from '../../../src/db/migrations/migrate.ts';
import { findPending, readMigrations } from '../../../src/db/migrations/migrations.ts';
import { applyOnline, isOnline } from '../../../src/db/migrations/online-migration.ts';
import { prepareForSchema } from '../../../src/db/sharding.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { NEXT_VERSION, nextFamilies } from './next-release.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const log = createLogger('error');
process.stdout.write('began\n');
await migrate(url, log, { folder, release: NEXT_VERSION, families: nextFamilies });
const client = migrationClient(url, log);
await client.connect();
await prepareForSchema(client);
const migrations = await readMigrations(path.join(folder, 'migrations'));
const { pending } = await findPending(client, migrations);
for (const migration of pending.filter(isOnline)) {
  await applyOnline(client, migration);
}
await client.end();
process.stdout.write('done\n');
