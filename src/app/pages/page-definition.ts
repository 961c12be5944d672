import type { ReactNode } from 'react';
import type { Language } from '../../shared/language/language.ts';
import type { TeamRight } from '../session/rights.ts';
import type { IconName } from '../ui/icon.tsx';

/** The groups of the navigation, in its order. */
export const navGroups = ['start', 'training', 'team', 'interfaces', 'own'] as const;
export type NavGroup = (typeof navGroups)[number];

/** All that the app knows of a page. Its code is loaded when it is opened. */
export type PageDefinition = {
  /** Below /app. `$name` stands for an id. */
  path: `/${string}`;
  title: Record<Language, string>;
  /** Who may open the page: anyone, a person who is signed in, or a person with a right in the team. */
  needs: 'nobody' | 'session' | TeamRight;
  /** The place of the page in the navigation. Only other pages lead to a page without a place. */
  nav?: { group: NavGroup; icon: IconName };
  /** The page of the navigation that is marked instead, for a page without a place of its own. */
  markedAs?: `/${string}`;
  /** The list to which the page of one object leads back. */
  list?: PageDefinition;
  /** Further words by which the command palette finds it. */
  words?: string;
  /** A dialog of this page that the palette can open, by this part of the address. */
  begins?: { title: Record<Language, string>; search: `?${string}`; needs: TeamRight };
  load: () => Promise<{ Page: () => ReactNode }>;
  /** The path that the tests of all pages open, if the path of the page contains an id. */
  example?: (ids: Record<string, string>) => string;
  /** The page exists only in a sandbox. Elsewhere neither the navigation nor the palette offers it. */
  isOnlyInSandbox?: true;
  /** The page exists only while developers work on the app. */
  isForDevelopment?: true;
};
