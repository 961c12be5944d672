import { defineConfig } from 'prisma/config';
import { runningDatabaseUrl } from './src/embedded-postgres/open-database.ts';

// For Prisma's own commands, such as `npx prisma studio`: the database of the running server, unless
// DATABASE_URL names another one, or none by being empty.
const { DATABASE_URL, DATA_DIR = '.data' } = process.env;
const url = DATABASE_URL ?? (await runningDatabaseUrl(DATA_DIR));

export default defineConfig({
  schema: 'prisma/schema.prisma',
  ...(url ? { datasource: { url } } : {}),
});
