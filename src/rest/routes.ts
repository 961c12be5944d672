import type { AnyTRPCProcedure } from '@trpc/server';
import type { z } from 'zod';
import { appRouter } from '../features/router.ts';
import type { RequestCall } from '../operation/call.ts';
import type { OperationMeta, ProcedureMeta } from '../operation/procedure.ts';
import { definitionOf, proceduresOf } from '../operation/trpc/definitions.ts';
import { runProcedure } from '../operation/trpc/run-procedure.ts';
import type { FieldIssue } from '../shared/errors/errors.ts';
import { decodePathSegment } from './query-string.ts';

export type Route = {
  method: string;
  /** The path as the document has it: `/users/{member_id}`. */
  template: string;
  segments: string[];
  type: 'query' | 'mutation';
  meta: OperationMeta;
  pathParameters: ReadonlySet<string>;
  call: (call: RequestCall, input: unknown) => Promise<unknown>;
  input: z.ZodObject;
};

/** The operations at one path of the document. */
export type PathItem = { segments: string[]; routes: Map<string, Route> };

type PathValues = { values: Record<string, string>; issues: FieldIssue[] };

const parameterName = /^\{(\w+)\}$/;

/** The REST route of a procedure. Undefined if only the app has the procedure. */
function routeOf(name: string, procedure: AnyTRPCProcedure): Route | undefined {
  const definition = definitionOf(procedure);
  const { type } = definition;
  const meta = definition.meta as ProcedureMeta;
  if (!('openapi' in meta)) return undefined;
  if (!meta.openapi || type === 'subscription') throw new Error(`${name} has no REST route`);
  const template = meta.openapi.path;
  const [input] = definition.inputs as z.ZodObject[];
  if (!input) throw new Error(`${name} has no input schema`);
  const segments = template.split('/').slice(1);
  return {
    method: meta.openapi.method,
    template,
    segments,
    type,
    meta,
    pathParameters: new Set(segments.flatMap((segment) => parameterName.exec(segment)?.[1] ?? [])),
    call: (ctx, input) =>
      runProcedure(procedure, { ctx, path: name, type, getRawInput: async () => input }),
    input,
  };
}

/** All operations by path, made once from the router. */
function pathItemsOf(): PathItem[] {
  const pathItems = new Map<string, PathItem>();
  for (const [name, procedure] of Object.entries(proceduresOf(appRouter))) {
    const route = routeOf(name, procedure);
    if (!route) continue;
    const pathItem = pathItems.get(route.template) ?? {
      segments: route.segments,
      routes: new Map(),
    };
    pathItem.routes.set(route.method, route);
    pathItems.set(route.template, pathItem);
  }
  return [...pathItems.values()];
}

const pathItems = pathItemsOf();

/** The number of segments, and the first of them, which is no parameter. */
const beginningOf = ({ length, 0: first }: string[]) => `${length} ${first}`;
const byBeginning = Map.groupBy(pathItems, ({ segments }) => beginningOf(segments));

export const routes: readonly Route[] = pathItems.flatMap((pathItem) => [
  ...pathItem.routes.values(),
]);

/** The operations at a path below the base path. Case matters, one trailing slash does not (D8). */
export function pathItemAt(path: string): PathItem | undefined {
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/').slice(1);
  return byBeginning
    .get(beginningOf(segments))
    ?.find((pathItem) =>
      pathItem.segments.every((expected, i) =>
        expected.startsWith('{') ? segments[i] !== '' : expected === segments[i],
      ),
    );
}

/** HEAD is GET without a body (D6). */
export function routeAt(pathItem: PathItem, method: string): Route | undefined {
  return pathItem.routes.get(method === 'HEAD' ? 'GET' : method);
}

export function allowedMethods(pathItem: PathItem): string {
  const methods = [...pathItem.routes.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Decodes the path parameters, and returns what is wrong with them (D30). */
export function readPath(route: Route, path: string): PathValues {
  const segments = path.split('/').slice(1);
  const values: Record<string, string> = {};
  const issues: FieldIssue[] = [];
  for (const [i, segment] of route.segments.entries()) {
    const name = parameterName.exec(segment)?.[1];
    if (!name) continue;
    const value = decodePathSegment(name, segments[i] ?? '');
    if (typeof value === 'string') values[name] = value;
    else issues.push(value);
  }
  return { values, issues };
}
