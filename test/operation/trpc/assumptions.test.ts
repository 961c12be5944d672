import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getTRPCErrorShape, initTRPC, TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';

// These tests check what src/operation/trpc assumes of tRPC, against tRPC alone, without our code.
const root = path.resolve(import.meta.dirname, '../../..');
const trpc = initTRPC.context<{ who: string }>().meta<{ note: string }>().create();

type Middleware = (input: Record<string, unknown>) => Promise<unknown>;
type Definition = {
  type: string;
  meta: unknown;
  inputs: unknown[];
  middlewares: Middleware[];
};
const definitionOf = (procedure: { _def: unknown }) => procedure._def as Definition;

const input = z.strictObject({ n: z.number() });

/** Calls a middleware as src/operation/trpc does. */
function callOf(changed: Record<string, unknown> = {}) {
  return {
    ctx: { who: 'a key' },
    path: 'it',
    type: 'query',
    meta: undefined,
    signal: undefined,
    batchIndex: 0,
    getRawInput: async () => ({ n: 4 }),
    next: async (changes: unknown) => ({ ok: true, data: changes }),
    ...changed,
  };
}

test('the version is pinned, and README.md names it', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const installed = JSON.parse(read('node_modules/@trpc/server/package.json')).version;
  expect(JSON.parse(read('package.json')).dependencies['@trpc/server']).toBe(installed);
  expect(read('src/operation/trpc/README.md')).toContain(`tRPC ${installed}`);
});

test('a router has the procedures of nested routers by their dotted names', () => {
  const it = trpc.procedure.query(() => 1);
  const router = trpc.router({ it, inner: trpc.router({ deep: trpc.router({ it }) }) });
  expect(Object.keys(router._def.procedures)).toEqual(['it', 'inner.deep.it']);
});

test('a procedure has its type, its meta and its inputs', () => {
  const procedure = trpc.procedure
    .meta({ note: 'kept' })
    .input(input)
    .mutation(() => 1);
  const { type, meta, inputs } = definitionOf(procedure);
  expect([type, meta, inputs]).toEqual(['mutation', { note: 'kept' }, [input]]);
});

test('the middlewares of a procedure are in the order in which they were added, the operation last', async () => {
  const procedure = trpc.procedure
    .use(({ next }) => next({ ctx: { first: true } }))
    .input(input)
    .output(z.string())
    .query(({ ctx, input: { n } }) => `${ctx.who} ${n}`);
  const [first, check, output, operation, ...others] = definitionOf(procedure).middlewares;
  expect(others).toEqual([]);
  expect(await first?.(callOf())).toEqual({ ok: true, data: { ctx: { first: true } } });
  expect(await check?.(callOf())).toEqual({ ok: true, data: { input: { n: 4 } } });
  const next = async () => ({ ok: true, data: 'text' });
  expect(await output?.(callOf({ next }))).toMatchObject({ ok: true, data: 'text' });
  const wrong = callOf({ next: async () => ({ ok: true, data: 7 }) });
  await expect(output?.(wrong)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  expect(await operation?.(callOf({ input: { n: 4 } }))).toMatchObject({
    ok: true,
    data: 'a key 4',
  });
});

test("tRPC's own caller gives a middleware nothing that ours does not give, and adds to `ctx`", async () => {
  const input: string[][] = [];
  let seen: unknown;
  const procedure = trpc.procedure
    .use((call) => {
      input.push(Object.keys(call));
      return call.next({ ctx: { first: true } });
    })
    .use((call) => {
      input.push(Object.keys(call));
      seen = call.ctx;
      return call.next();
    })
    .query(() => 1);
  await trpc.router({ it: procedure }).createCaller({ who: 'a key' }).it();
  const ours = [...Object.keys(callOf()), 'input'];
  expect(input.flat().filter((name) => !ours.includes(name))).toEqual([]);
  expect(seen).toEqual({ who: 'a key', first: true });
});

test('an input that its schema refuses is a TRPCError that has the ZodError', async () => {
  const [check] = definitionOf(trpc.procedure.input(input).query(() => 1)).middlewares;
  const refused = check?.(callOf({ getRawInput: async () => ({ n: 'x' }) }));
  await expect(refused).rejects.toBeInstanceOf(TRPCError);
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: expect.any(z.ZodError),
  });
});

test('an operation that throws ends its middleware with what it throws', async () => {
  const procedure = trpc.procedure.query((): number => {
    throw new RangeError('unlucky');
  });
  const [operation] = definitionOf(procedure).middlewares;
  await expect(operation?.(callOf())).rejects.toBeInstanceOf(RangeError);
});

test("a router's configuration writes an error as the formatter of initTRPC does", () => {
  const formatted = initTRPC.create({ errorFormatter: ({ shape }) => ({ ...shape, is: 'ours' }) });
  const { _config: config } = formatted.router({})._def;
  const error = new TRPCError({ code: 'NOT_FOUND', message: 'Nothing' });
  const about = { type: 'query', path: 'it', input: undefined, ctx: {} } as const;
  expect(getTRPCErrorShape({ config, error, ...about })).toMatchObject({
    is: 'ours',
    message: 'Nothing',
  });
});
