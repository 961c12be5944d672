import { browserStorage } from '../../shared/web/browser-storage.ts';
import type { Session } from '../session/session.ts';

/** How many of the last visits the palette offers. */
const MOST = 8;

/**
 * What the person has opened last in this team: paths of pages, and ids of objects. The browser stores no names: the
 * server tells the names that the person may still see.
 */
export function recentOf(session: Session): string[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.read(placeOf(session)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function noteRecent(session: Session, opened: string): void {
  const others = recentOf(session).filter((one) => one !== opened);
  browserStorage.write(placeOf(session), JSON.stringify([opened, ...others].slice(0, MOST)));
}

const placeOf = ({ person, team }: Session) => `recent ${person.id} ${team?.id ?? ''}`;

type Address = { pathname: string; search: Record<string, unknown> };

/** What an address shows: an open object, or else the page. */
export function shownAt({ pathname, search }: Address): string {
  const opened = search[drawers[pathname] ?? ''];
  if (typeof opened === 'string' && /^[a-z]{3,4}_[0-9a-z]{26}$/.test(opened)) return opened;
  const [, , id] = /^(.+)\/((?:mem|trn|whe|whd|evt|con)_[0-9a-z]{26})$/.exec(pathname) ?? [];
  return id ?? pathname;
}

/** Which part of a page's address opens an object. */
const drawers: Record<string, string> = {
  '/api-keys': 'key',
  '/assignments': 'assignment',
  '/cases': 'case',
  '/crm/deals': 'deal',
  '/my/assignments': 'assignment',
  '/my/trainings': 'training',
  '/my/cases': 'case',
};
