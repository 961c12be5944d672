import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language.ts';
import type { Page } from '../page.ts';
import { documentPage } from './guides.ts';

/** The operators' handbook. It exists in English only. */
export function operatorPages(language: Language): Page[] {
  const about = { language, group: 'operators', textLanguage: DOCUMENT_LANGUAGE } as const;
  return [
    {
      ...documentPage('docs/operations.md', language, DOCUMENT_LANGUAGE),
      ...about,
      path: 'operators',
    },
    {
      ...documentPage('docs/intake.md', language, DOCUMENT_LANGUAGE),
      ...about,
      path: 'operators/intake',
    },
  ];
}
