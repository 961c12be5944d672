import pg from 'pg';

/** An error that trying again does not mend. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Runs a text of the schema. A temporary error is thrown as it is, and the caller may try again.
 */
export async function runText(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isPassing(error)) throw error;
    throw new MigrationError(`${name} failed: ${error.message}`, { cause: error });
  }
}

/** The connection was lost, or other transactions hold a lock. */
function isPassing(error: pg.DatabaseError): boolean {
  return /^(08|57|40P01|55P03)/.test(error.code ?? '');
}
