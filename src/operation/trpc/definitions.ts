import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';

/** What a middleware gets from a call. */
export type Options = {
  ctx: object;
  input?: unknown;
  path: string;
  type: 'query' | 'mutation';
  getRawInput: () => Promise<unknown>;
};
/** What a middleware may change for the next ones. */
export type Changes = Partial<Pick<Options, 'ctx' | 'input' | 'getRawInput'>>;
export type Result = { ok: true; data: unknown };
type Middleware = (
  input: Options & {
    meta: unknown;
    signal: undefined;
    batchIndex: number;
    next: (changes?: Changes) => Promise<Result>;
  },
) => Promise<Result>;

/** The definition of a procedure. The types of tRPC declare only a part of it. */
type Definition = {
  type: 'query' | 'mutation' | 'subscription';
  meta: unknown;
  inputs: unknown[];
  middlewares: Middleware[];
};

export function definitionOf(procedure: AnyTRPCProcedure): Definition {
  return procedure._def as unknown as Definition;
}

/** All procedures of a router and of the routers in it, by their dotted names. */
export function proceduresOf(router: AnyTRPCRouter): Record<string, AnyTRPCProcedure> {
  return router._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
}
