import pg from 'pg';

/** An error that would come again if the caller tried again. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Runs SQL of the schema. A temporary error stays as it is, so that the caller can try again. */
export async function runText(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isTemporary(error)) throw error;
    throw new MigrationError(`${name} failed: ${error.message}`, { cause: error });
  }
}

/** True if the connection was lost, or if other transactions hold a lock. */
function isTemporary(error: pg.DatabaseError): boolean {
  return /^(08|57|40P01|55P03)/.test(error.code ?? '');
}
