import { initTRPC, TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runProcedure } from '../../../src/operation/trpc/run-procedure.ts';

const trpc = initTRPC.context<{ who: string; seen: string[] }>().meta<{ note: string }>().create();

const procedure = trpc.procedure
  .meta({ note: 'kept' })
  .use(async ({ ctx, meta, path, type, next }) => {
    ctx.seen.push(`first ${meta?.note} ${path} ${type}`);
    const result = await next({ ctx: { team: 'blue' } });
    ctx.seen.push(`first after ${result.ok}`);
    return result;
  })
  .input(z.strictObject({ n: z.coerce.number() }))
  .use(({ ctx, input, next }) => {
    ctx.seen.push(`second ${ctx.who} ${ctx.team} ${input.n}`);
    return next();
  })
  .output(z.strictObject({ n: z.number().transform((n) => n + 1), team: z.string() }))
  .query(({ ctx, input }) => {
    if (input.n === 13) throw new RangeError('unlucky');
    return { n: input.n, team: `${ctx.who} ${ctx.team}` };
  });

const callers = {
  tRPC: (ctx: { who: string; seen: string[] }, input: unknown) =>
    trpc
      .router({ it: procedure })
      .createCaller(ctx)
      .it(input as { n: number }),
  REST: (ctx: { who: string; seen: string[] }, input: unknown) =>
    runProcedure(procedure, { ctx, path: 'it', type: 'query', getRawInput: async () => input }),
};

describe.each(Object.entries(callers))('a procedure, called by %s', (_, call) => {
  test('runs its middlewares in their order, each with what the ones before have added', async () => {
    const ctx = { who: 'a key', seen: [] };
    expect(await call(ctx, { n: '4' })).toEqual({ n: 5, team: 'a key blue' });
    expect(ctx.seen).toEqual(['first kept it query', 'second a key blue 4', 'first after true']);
    expect(ctx).not.toHaveProperty('team');
  });

  test('refuses an input that its schema refuses, before the operation', async () => {
    const ctx = { who: 'a key', seen: [] };
    const refused = await Promise.resolve(call(ctx, { n: 'x' })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TRPCError);
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', cause: expect.any(z.ZodError) });
    expect(ctx.seen).not.toContain('second a key blue x');
  });

  test('fails with what the operation throws', async () => {
    const failed = await Promise.resolve(call({ who: 'a key', seen: [] }, { n: 13 })).catch(
      (error: { cause?: unknown }) => error.cause ?? error,
    );
    expect(failed).toEqual(new RangeError('unlucky'));
  });
});
