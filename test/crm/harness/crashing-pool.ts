import type pg from 'pg';

/** A worker was killed. One statement was never sent, and the transaction has not ended. */
export class Crash extends Error {}

/** The pool of a worker that dies before one of its statements. No later statement is sent either. */
export function crashingPool(
  pool: pg.Pool,
  afterStatements: number,
  onStatement: () => void = () => undefined,
): pg.Pool {
  let left = afterStatements;
  const dying = <T extends { query: unknown }>(queryable: T): T =>
    new Proxy(queryable, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target);
        return (...args: unknown[]) => {
          left -= 1;
          onStatement();
          if (left < 0) return Promise.reject(new Crash('the worker was killed'));
          return value.apply(target, args);
        };
      },
    });
  return new Proxy(dying(pool), {
    get(target, name) {
      if (name === 'connect') return async () => dying(await pool.connect());
      return Reflect.get(target, name, target);
    },
  });
}
