import { languages } from '../../shared/language.ts';
import type { Page } from '../page.ts';
import { guidePages } from './guides.ts';
import { operatorPages } from './operators.ts';
import { referencePages } from './reference.ts';
import { verifyPage } from './verify-page.ts';

/** Every page of the site, in the order of the navigation, in each language. */
export function allPages(): Page[] {
  return languages.flatMap((language) => [
    ...guidePages(language),
    verifyPage(language),
    ...referencePages(language),
    ...operatorPages(language),
  ]);
}
