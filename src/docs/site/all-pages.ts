import { DOCUMENT_LANGUAGE, type Language, languages } from '../../shared/language/language.ts';
import type { Page } from '../page.ts';
import { documentPage, guidePages } from './guides.ts';
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

/** The operators' handbook. It exists in English only. */
function operatorPages(language: Language): Page[] {
  const about = { language, group: 'operators', textLanguage: DOCUMENT_LANGUAGE } as const;
  return [
    {
      ...documentPage('docs/operations.md', language, DOCUMENT_LANGUAGE),
      ...about,
      path: 'operators',
    },
    {
      ...documentPage('docs/production.md', language, DOCUMENT_LANGUAGE),
      ...about,
      path: 'operators/production',
    },
    {
      ...documentPage('docs/intake.md', language, DOCUMENT_LANGUAGE),
      ...about,
      path: 'operators/intake',
    },
    {
      ...documentPage('docs/limits.md', language, DOCUMENT_LANGUAGE),
      ...about,
      path: 'operators/limits-table',
    },
  ];
}
