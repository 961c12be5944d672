import pg from 'pg';

/** What will not become right by trying again. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Runs a text of the schema. What passes is what the caller must see: it may try again. */
export async function runText(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isPassing(error)) throw error;
    throw new MigrationError(`${name} failed: ${error.message}`, { cause: error });
  }
}

/** The connection was lost, or others hold what is to be changed. */
function isPassing(error: pg.DatabaseError): boolean {
  return /^(08|57|40P01|55P03)/.test(error.code ?? '');
}
