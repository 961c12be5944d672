import { isLanguage } from '../../shared/language/language.ts';
import { languageCookie } from '../../shared/language/language-cookie.ts';
import { browserStorage } from '../../shared/web/browser-storage.ts';

/** Stores the language that a visitor chooses. The app, and addresses without a language, use it too. */
export function keepChosenLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
    link.addEventListener('click', () => {
      const { language } = link.dataset;
      if (!isLanguage(language)) return;
      browserStorage.write('language', language);
      try {
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API exists over HTTPS alone.
        document.cookie = languageCookie(language);
      } catch {}
    });
  }
}

/** The app stores the theme in the same way. */
const THEME = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

export function switchTheme(): void {
  document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
    const isDark = !root.classList.contains('dark');
    // The system's own choice is not stored, so that the page goes on following the system.
    browserStorage.write(THEME, isDark === system.matches ? null : isDark ? 'dark' : 'light');
    root.classList.toggle('dark', isDark);
  });
  system.addEventListener('change', () => {
    // Releases before 0.23.0 stored the word "system".
    if ([null, 'system'].includes(browserStorage.read(THEME)))
      root.classList.toggle('dark', system.matches);
  });
}
