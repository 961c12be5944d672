import type { Route } from '../../src/rest/routes.ts';

export function nameOf({ method, template }: Route): string {
  return `${method} ${template}`;
}

/** The routes of the router, for `test.each`, so that tests cover later routes too. */
export function named(routes: readonly Route[]): { name: string; route: Route }[] {
  return routes.map((route) => ({ name: nameOf(route), route }));
}
