import { isLanguage } from '../../shared/language.ts';
import { languageCookie } from '../../shared/language-cookie.ts';
import { keep } from './kept.ts';

/** Stores the language that a visitor chooses. The app, and addresses without a language, use it too. */
export function keepChosenLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
    link.addEventListener('click', () => {
      const { language } = link.dataset;
      if (!isLanguage(language)) return;
      keep('language', language);
      try {
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API exists over HTTPS alone.
        document.cookie = languageCookie(language);
      } catch {}
    });
  }
}
