import type { PageDefinition } from '../pages/page-definition.ts';

/** How many entries of the navigation, before and after the present one, are loaded. */
const SIDE = 2;

/**
 * The pages that a person probably opens next: the neighbours in the navigation, and pages whose path begins with this
 * path or the other way round.
 */
export function nextPages(
  page: PageDefinition,
  { all, listed }: { all: readonly PageDefinition[]; listed: readonly PageDefinition[] },
): PageDefinition[] {
  const index = listed.findIndex((one) => page.path === one.path || isBelow(page, one));
  const beside = index < 0 ? [] : listed.slice(Math.max(0, index - SIDE), index + SIDE + 1);
  const related = all.filter((one) => isBelow(one, page) || isBelow(page, one));
  return [...new Set([...related, ...beside])].filter((one) => one !== page);
}

function isBelow(page: PageDefinition, above: PageDefinition): boolean {
  return page.path.startsWith(`${above.path}/`);
}
