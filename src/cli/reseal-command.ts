import type pg from 'pg';
import { acrossTeams } from '../db/transaction.ts';
import { reseal as resealValue } from '../shared/secrets/seal.ts';
import { type CommandContext, command } from './command.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';
import { UnfinishedError } from './unfinished-error.ts';

/** How many rows one transaction reseals. */
const PIECE = 500;

type Count = { resealed: number; current: number; unreadable: number };
type Row = Record<string, string> & { sealed: Buffer };
type Place = readonly string[] | null;

export const reseal = command({
  name: 'reseal',
  summary: 'seal with the new ENCRYPTION_KEY what the former one has sealed',
  result:
    '{webhook_secrets, stored_responses, mailed_links, listener_secrets, crm_credentials}: of each {resealed, current, unreadable}',
  flags: {},
  notes: [
    'Start all processes with ENCRYPTION_KEY=new,former first. The command runs beside them, piece by piece, and',
    'writes the counts so far to standard error after each piece. Run it again if it was stopped.',
  ],
  async run(context) {
    const counts: Record<string, Count> = {};
    for (const column of sealedColumns) {
      const count = { resealed: 0, current: 0, unreadable: 0 };
      counts[column.name] = count;
      let place: Place = column.key.map(() => '');
      while (place) {
        place = await resealPiece(context, { column, after: place, count });
        context.progress?.(counts);
      }
    }
    const unreadable = Object.values(counts).reduce((sum, count) => sum + count.unreadable, 0);
    if (unreadable === 0) return counts;
    const why = `${unreadable} values cannot be decrypted with either key of ENCRYPTION_KEY: keep the former key, or run the command with the key before it`;
    throw new UnfinishedError(why, counts);
  },
});

type Piece = { column: SealedColumn; after: readonly string[]; count: Count };

/** Reseals one piece. Returns the primary key of its last row, or null after the last piece. */
function resealPiece(context: CommandContext, { column, after, count }: Piece): Promise<Place> {
  const key = column.sealKey(context);
  return acrossTeams(context.pool, async (_, client) => {
    const rows = await readPiece(client, column, after);
    const fresh: { row: Row; value: Buffer }[] = [];
    for (const row of rows) {
      const value = resealValue(key, row.sealed, column.bound(row));
      if (typeof value === 'string') count[value] += 1;
      else fresh.push({ row, value });
    }
    for (const { row, value } of fresh) await write(client, column, row, value);
    count.resealed += fresh.length;
    const last = rows.at(-1);
    if (!last || rows.length < PIECE) return null;
    return column.key.map((name) => last[name] ?? '');
  });
}

/**
 * Reads and locks the rows of a piece. So other changes of a row wait, and this command overwrites no newer
 * value.
 */
async function readPiece(
  client: pg.PoolClient,
  { table, column, key, beside }: SealedColumn,
  after: readonly string[],
): Promise<Row[]> {
  const place = after.map((_, i) => `$${i + 1}`).join();
  const { rows } = await client.query<Row>(
    `select ${[...key, ...beside].join()}, ${column} as sealed from ${table}
     where (${key.join()}) > (${place}) and length(${column}) > 0
     order by ${key.join()} limit ${PIECE} for no key update`,
    [...after],
  );
  return rows;
}

async function write(
  client: pg.PoolClient,
  { table, column, key }: SealedColumn,
  row: Row,
  value: Buffer,
): Promise<void> {
  const same = key.map((name, i) => `${name} = $${i + 2}`).join(' and ');
  const values = [value, ...key.map((name) => row[name])];
  await client.query(`update ${table} set ${column} = $1 where ${same}`, values);
}
