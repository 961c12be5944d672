import { type NavGroup, navGroups, type PageDefinition } from '../pages/page-definition.ts';
import { pages } from '../pages/registered.ts';
import { isSandbox, may } from '../session/rights.ts';
import type { Session } from '../session/session.ts';
import { isDevelopment } from './development.ts';

/** The pages that the person may open from the navigation or the palette. */
export function pagesOf(session: Session): PageDefinition[] {
  return pages.filter((page) => !page.path.includes('$') && mayOpen(page, session));
}

/** The entries of one group of the navigation. */
export function pagesIn(group: NavGroup, session: Session): PageDefinition[] {
  return pagesOf(session).filter(({ nav }) => nav?.group === group);
}

/** All entries of the navigation, in its order. */
export function listedPages(session: Session): PageDefinition[] {
  return navGroups.flatMap((group) => pagesIn(group, session));
}

/** The saved views of these pages. */
export function viewsOf<V extends { path: string }>(views: readonly V[], session: Session): V[] {
  const open = pagesOf(session);
  return views.filter(({ path }) => open.some((page) => isBelow(path, page.path)));
}

export const isBelow = (path: string, page: string): boolean =>
  path === page || path.startsWith(`${page}/`);

export function mayOpen(page: PageDefinition, session: Session): boolean {
  if (page.isForDevelopment && !isDevelopment) return false;
  if (page.isOnlyInSandbox && !isSandbox(session.team)) return false;
  if (page.needs === 'nobody') return page.isForDevelopment === true;
  if (page.needs === 'session') return true;
  return session.team !== null && may(session.team, page.needs);
}
