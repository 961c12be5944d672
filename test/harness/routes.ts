import type { Scope } from '../../src/auth/scopes.ts';
import { placeAt, type Route } from '../../src/rest/routes.ts';
import { appRouter } from '../../src/trpc/router.ts';

/** Every operation of the router, so that a test generated from it meets those to come as well. */
export const routes: Route[] = Object.values(
  appRouter._def.procedures as unknown as Record<string, { _def: { meta?: unknown } }>,
).flatMap((procedure) => {
  const { openapi } = procedure._def.meta as Route['meta'];
  const place = openapi ? placeAt(openapi.path) : undefined;
  const route = openapi && place?.routes.get(openapi.method);
  return route ? [route] : [];
});

export function nameOf({ method, template }: Route): string {
  return `${method} ${template}`;
}

export function scopesOf({ meta }: Route): Scope[] {
  return meta.permission.scope ? [meta.permission.scope] : ['users:read'];
}

export const named = routes.map((route) => [nameOf(route), route] as const);
