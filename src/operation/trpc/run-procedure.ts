import type { AnyTRPCProcedure } from '@trpc/server';
import { type Changes, definitionOf, type Options, type Result } from './definitions.ts';

/**
 * Runs a procedure as tRPC's own caller does: each middleware calls the next one, and the last one is the
 * operation. tRPC's caller copies the options sixteen times on the way, field by field. This costs more than
 * all other work of a short operation. An error is thrown as it is, without a wrapper of tRPC.
 */
export async function runProcedure(
  procedure: AnyTRPCProcedure,
  options: Options,
): Promise<unknown> {
  const { middlewares, meta } = definitionOf(procedure);
  const run = async (index: number, current: Options): Promise<Result> => {
    const middleware = middlewares[index];
    if (!middleware) throw new Error(`${current.path} has no operation`);
    return middleware({
      ...current,
      meta,
      signal: undefined,
      batchIndex: 0,
      next: (changes) => run(index + 1, changes ? changed(current, changes) : current),
    });
  };
  return (await run(0, options)).data;
}

function changed(current: Options, { ctx, ...changes }: Changes): Options {
  return { ...current, ...changes, ctx: ctx ? { ...current.ctx, ...ctx } : current.ctx };
}
