import { isLanguage } from '../../shared/language.ts';
import { languageCookie } from '../../shared/language-cookie.ts';

// A browser may refuse to store anything. A choice then lasts as long as the page.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value. Null removes it. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {}
}

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

/** The app stores the theme under the same name. */
const THEME = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

export function switchTheme(): void {
  document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
    const isDark = !root.classList.contains('dark');
    // The system's own choice is not stored, so that the page goes on following the system.
    keep(THEME, isDark === system.matches ? null : isDark ? 'dark' : 'light');
    root.classList.toggle('dark', isDark);
  });
  system.addEventListener('change', () => {
    if (kept(THEME) === null) root.classList.toggle('dark', system.matches);
  });
}
