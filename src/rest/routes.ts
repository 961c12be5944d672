import type { AnyTRPCProcedure } from '@trpc/server';
import type { z } from 'zod';
import type { RequestCall } from '../auth/call.ts';
import type { FieldIssue } from '../shared/errors.ts';
import type { OperationMeta } from '../trpc/operation.ts';
import { appRouter } from '../trpc/router.ts';
import { decodePathSegment } from './query-string.ts';

export type Route = {
  method: string;
  /** As in the document: `/users/{member_id}`. */
  template: string;
  type: 'query' | 'mutation';
  meta: OperationMeta;
  pathParameters: ReadonlySet<string>;
  call: (call: RequestCall, input: unknown) => Promise<unknown>;
  input: z.ZodObject;
};

export type Place = { segments: string[]; routes: Map<string, Route> };

type PathValues = { values: Record<string, string>; issues: FieldIssue[] };

const parameterName = /^\{(\w+)\}$/;

function routeOf(name: string, procedure: AnyTRPCProcedure): Route {
  const meta: OperationMeta = procedure._def.meta as OperationMeta;
  const type = procedure._def.type;
  if (!meta?.openapi || type === 'subscription') throw new Error(`${name} has no REST route`);
  const template = meta.openapi.path;
  const { inputs } = procedure._def as unknown as { inputs: z.ZodObject[] };
  const [input] = inputs;
  if (!input) throw new Error(`${name} has no input schema`);
  return {
    method: meta.openapi.method,
    template,
    type,
    meta,
    pathParameters: new Set(
      template.split('/').flatMap((segment) => parameterName.exec(segment)?.[1] ?? []),
    ),
    call: (ctx, given) =>
      procedure({
        ctx,
        input: given,
        path: name,
        type,
        getRawInput: async () => given,
        signal: undefined,
        batchIndex: 0,
      }),
    input,
  };
}

/** The operations by path, made once from the router: what is not here does not exist. */
function placesOf(): Place[] {
  const places = new Map<string, Place>();
  // At run time the procedures of nested routers stand flat under their dotted names.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  for (const [name, procedure] of Object.entries(procedures)) {
    const route = routeOf(name, procedure);
    const place = places.get(route.template) ?? {
      segments: route.template.split('/').slice(1),
      routes: new Map(),
    };
    place.routes.set(route.method, route);
    places.set(route.template, place);
  }
  return [...places.values()];
}

const places = placesOf();

export const routes: readonly Route[] = places.flatMap((place) => [...place.routes.values()]);

/** The operations at a path below the base path; names are case-sensitive, one trailing slash is not (D8). */
export function placeAt(path: string): Place | undefined {
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/').slice(1);
  return places.find(
    (place) =>
      place.segments.length === segments.length &&
      place.segments.every((expected, i) =>
        expected.startsWith('{') ? segments[i] !== '' : expected === segments[i],
      ),
  );
}

/** HEAD is GET without a body (D6). */
export function routeAt(place: Place, method: string): Route | undefined {
  return place.routes.get(method === 'HEAD' ? 'GET' : method);
}

export function allowedMethods(place: Place): string {
  const methods = [...place.routes.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** The path parameters, decoded, and what is wrong with them (D30). */
export function readPath(place: Place, path: string): PathValues {
  const given = path.split('/').slice(1);
  const values: Record<string, string> = {};
  const issues: FieldIssue[] = [];
  for (const [i, segment] of place.segments.entries()) {
    const name = parameterName.exec(segment)?.[1];
    if (!name) continue;
    const value = decodePathSegment(name, given[i] ?? '');
    if (typeof value === 'string') values[name] = value;
    else issues.push(value);
  }
  return { values, issues };
}
