import type { PageDefinition } from '../pages/page-definition.ts';
import { pages } from '../pages/registered.ts';
import { may } from '../session/rights.ts';
import type { Session } from '../session/session.ts';
import { isDevelopment } from './development.ts';

/** The pages that the person may open from the navigation or the palette. */
export function pagesOf(session: Session): PageDefinition[] {
  return pages.filter((page) => {
    if (page.path.includes('$') || (page.isForDevelopment && !isDevelopment)) return false;
    if (page.needs === 'nobody') return page.isForDevelopment === true;
    if (page.needs === 'session') return true;
    return session.team !== null && may(session.team, page.needs);
  });
}
