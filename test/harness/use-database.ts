import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { cloneDatabase, type TestDatabase } from './database.ts';

type Opened = { pool: pg.Pool; url: string };

/** Makes one database, without an API, for all tests of a file. */
export function useDatabase(): () => Opened {
  let database: TestDatabase | undefined;
  let opened: Opened | undefined;
  beforeAll(async () => {
    database = await cloneDatabase();
    opened = { url: database.url, pool: new pg.Pool({ connectionString: database.url, max: 4 }) };
  });
  afterAll(async () => {
    await opened?.pool.end();
    await database?.drop();
  });
  return () => {
    if (!opened) throw new Error('The database is there only while tests run');
    return opened;
  };
}
