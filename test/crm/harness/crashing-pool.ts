import type pg from 'pg';

/** What a killed worker leaves behind: a statement that was never sent, and a transaction without an end. */
export class Crash extends Error {}

/** A pool of a worker that dies before one of its statements. After that, none of them runs. */
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
