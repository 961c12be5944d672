import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { PrismaLoan } from '../../../src/db/prisma/prisma-loan.ts';
import type { TestApi } from '../../harness/api.ts';

export type Call = [model: string, method: string, args: unknown];
type Outcome = { error: Error | undefined; sent: number };
type Handle = Record<string, Record<string, (args: unknown) => Promise<unknown>>>;

/** Calls methods of a bound handle in a transaction that is rolled back after each call. */
export function useBoundCalls(api: () => TestApi, handleOf: (loan: PrismaLoan) => unknown) {
  let client: pg.PoolClient;
  beforeAll(async () => {
    client = await api().sql.connect();
    await client.query('begin; savepoint clean');
  });
  afterAll(async () => {
    await client.query('rollback');
    client.release();
  });

  /** Returns the error of one call, and how many statements it sent. */
  async function call(...[model, method, args]: Call): Promise<Outcome> {
    let sent = 0;
    const counted = {
      query(statement: pg.QueryConfig) {
        sent += 1;
        return client.query(statement);
      },
    };
    const loan = new PrismaLoan(counted as unknown as pg.PoolClient);
    const key = model.charAt(0).toLowerCase() + model.slice(1);
    let error: Error | undefined;
    try {
      await (handleOf(loan) as Handle)[key]?.[method]?.(args);
    } catch (thrown) {
      error = thrown as Error;
    }
    loan.end();
    if (sent > 0) await client.query('rollback to savepoint clean');
    return { error, sent };
  }

  /** Fails with each call that was not refused, or that had sent a statement before its refusal. */
  async function expectRefused(...calls: Call[]): Promise<void> {
    const passed: string[] = [];
    for (const [model, method, args] of calls) {
      const { error, sent } = await call(model, method, args);
      if (error?.message.startsWith('Prisma call refused: ') && sent === 0) continue;
      passed.push(`${model}.${method}(${JSON.stringify(args)}): ${error}, statements: ${sent}`);
    }
    expect(passed).toEqual([]);
  }

  return { call, expectRefused };
}
