import type { Route } from '../../src/rest/routes.ts';

export function nameOf({ method, template }: Route): string {
  return `${method} ${template}`;
}

/** For `test.each`. The routes are the router's own: a test made from them meets those to come too. */
export function named(routes: readonly Route[]): { name: string; route: Route }[] {
  return routes.map((route) => ({ name: nameOf(route), route }));
}
