import type { PageDefinition } from '../pages/page-definition.ts';

/** So many entries of the navigation on each side. */
const SIDE = 2;

/**
 * Where a person probably goes next: the entries beside the present one in the navigation, and the
 * pages of which one is below the other.
 */
export function nextPages(
  page: PageDefinition,
  { all, listed }: { all: readonly PageDefinition[]; listed: readonly PageDefinition[] },
): PageDefinition[] {
  const at = listed.findIndex((one) => page.path === one.path || isBelow(page, one));
  const beside = at < 0 ? [] : listed.slice(Math.max(0, at - SIDE), at + SIDE + 1);
  const related = all.filter((one) => isBelow(one, page) || isBelow(page, one));
  return [...new Set([...related, ...beside])].filter((one) => one !== page);
}

function isBelow(page: PageDefinition, above: PageDefinition): boolean {
  return page.path.startsWith(`${above.path}/`);
}
