import pg from 'pg';
import { test } from 'vitest';
import { useOwnPostgres } from '../delivery/harness/own-postgres.ts';
import { rounds } from '../harness/rounds.ts';
import { useShared } from '../harness/use-shared.ts';
import { Installation } from './harness/installation.ts';
import { notePlaced } from './harness/placed.ts';
import { World } from './harness/world.ts';

const postgres = useOwnPostgres();
const where = useShared(async (atEnd) => {
  const sql = new pg.Pool({ connectionString: postgres().url, max: 12, application_name: 'test' });
  // The tests stop the database.
  sql.on('error', () => undefined);
  atEnd(() => sql.end());
  await notePlaced(sql);
  return { sql, installation: await Installation.start(postgres(), atEnd) };
});

test.each(rounds({ few: 3, all: 400 }))(
  'round %i: D178 to D180: whatever is killed, restored, revoked, hidden, erased and removed, each reader sees each kept event exactly once, in one order, or its cursor has expired',
  async (round) => {
    const world = await World.make(where(), round);
    await world.live();
  },
);
