import pg from 'pg';
import { isSharded } from '../sharding.ts';
import { splitStatements } from './split-statements.ts';

/** An error that would come again at the next try. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Runs SQL of the schema. A temporary error stays as it is, so that the caller can try again. Citus passes a
 * text unchanged to its nodes, and a node takes only one statement at a time.
 */
export async function runText(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    const texts = isSharded(client) ? splitStatements(sql) : [sql];
    for (const text of texts) await client.query(text);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isTemporary(error)) throw error;
    throw new MigrationError(`${name} failed: ${error.message}`, { cause: error });
  }
}

/** True if the connection was lost, or if other transactions hold a lock. */
function isTemporary(error: pg.DatabaseError): boolean {
  return /^(08|57|40P01|55P03)/.test(error.code ?? '');
}
