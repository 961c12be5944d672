import pg from 'pg';
import { test } from 'vitest';
import { useOwnPostgres } from '../delivery/harness/own-postgres.ts';
import { Installation } from '../events/harness/installation.ts';
import { rounds } from '../harness/rounds.ts';
import { useShared } from '../harness/use-shared.ts';
import { ChangingWorld } from './harness/world.ts';

const postgres = useOwnPostgres();
const where = useShared(async (atEnd) => {
  const sql = new pg.Pool({
    connectionString: postgres().url,
    max: 12,
    application_name: 'test',
    options: '-c timezone=UTC',
  });
  // The tests stop the database.
  sql.on('error', () => undefined);
  atEnd(() => sql.end());
  return { sql, installation: await Installation.start(postgres(), atEnd) };
});

test.each(rounds({ few: 3, all: 400 }))(
  'round %i: D184 to D187: whoever writes, and whatever is killed, restored, reset, hidden and erased, each copy that has read to the end equals the lists, or its cursor has expired',
  async (round) => {
    const world = await ChangingWorld.make(where(), round);
    await world.live();
  },
);
