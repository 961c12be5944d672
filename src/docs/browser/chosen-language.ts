import { isLanguage } from '../../shared/language.ts';
import { languageCookie } from '../../shared/language-cookie.ts';
import { keep } from './kept.ts';

/** Keeps the language that a visitor chooses: the app has it too, and an address without a language. */
export function keepChosenLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
    link.addEventListener('click', () => {
      const { language } = link.dataset;
      if (!isLanguage(language)) return;
      keep('language', language);
      try {
        // biome-ignore lint/suspicious/noDocumentCookie: the other way exists on HTTPS alone.
        document.cookie = languageCookie(language);
      } catch {}
    });
  }
}
