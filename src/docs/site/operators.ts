import type { Language } from '../../shared/language.ts';
import type { Page } from '../page.ts';
import { documentPage } from './guides.ts';

/** The handbook of those who run the service, in English only. */
export function operatorPages(language: Language): Page[] {
  const about = { language, group: 'operators', textLanguage: 'en' } as const;
  return [
    { ...documentPage('docs/operations.md', language, 'en'), ...about, path: 'operators' },
    { ...documentPage('docs/intake.md', language, 'en'), ...about, path: 'operators/intake' },
  ];
}
