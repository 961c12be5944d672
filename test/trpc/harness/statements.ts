import pg from 'pg';
import { vi } from 'vitest';
import type { TestApi } from '../../harness/api.ts';

/** The statements that the API sends to its database during the work, in order. */
export async function statementsOf<T>(
  { database }: TestApi,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [string | { text: string }];
    if (this.database === database.name) {
      const text = typeof statement === 'string' ? statement : statement.text;
      // The first two on a connection that has just been opened.
      if (!/set_config|to_regclass/.test(text)) statements.push(text);
    }
    return query.apply(this, args);
  } as never);
  try {
    return { result: await work(), statements };
  } finally {
    spy.mockRestore();
  }
}
