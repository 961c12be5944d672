import type { Page } from '../page.ts';
import { guidePages } from './guides.ts';
import { startPage } from './start.ts';

/** Every page of the site, in the order of the navigation, German and English. */
export function allPages(): Page[] {
  return (['de', 'en'] as const).flatMap((language) => [
    startPage(language),
    ...guidePages(language),
  ]);
}
