import type { ReactNode } from 'react';
import type { Language } from '../../shared/language.ts';
import type { TeamRight } from '../session/rights.ts';
import type { IconName } from '../ui/icon.tsx';

export type NavGroup = 'start' | 'training' | 'own' | 'team' | 'interfaces' | 'settings';

/** All that the app knows of a page. Its code is loaded when it is opened. */
export type PageDefinition = {
  /** Below /app. `$name` stands for an id. */
  path: `/${string}`;
  title: Record<Language, string>;
  /** Who gets it: anyone, a person who is signed in, or a person with a right in the team. */
  needs: 'nobody' | 'session' | TeamRight;
  /** Its place in the navigation. A page without one is reached from others. */
  nav?: { group: NavGroup; icon: IconName };
  /** Further words by which the command palette finds it. */
  words?: string;
  /** What the palette begins on it: the dialog that this part of the address opens. */
  begins?: { title: Record<Language, string>; search: `?${string}`; needs: TeamRight };
  load: () => Promise<{ Page: () => ReactNode }>;
  /** What the tests of all pages open, if the path has an id in it. */
  example?: (ids: Record<string, string>) => string;
  /** Only while the app is developed. */
  isForDevelopment?: true;
};
