import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/language/language.ts';
import { languageCookie } from '../../shared/language/language-cookie.ts';
import { browserStorage } from '../../shared/web/browser-storage.ts';
import { createStore } from '../api/store.ts';
import type { Texts } from './define-texts.ts';

const KEPT = 'language';
const chosen = createStore(firstLanguage());
show(chosen.get());

/** The language that was chosen or kept in this browser, else the person's, else the browser's. */
export const currentLanguage = chosen.get;

/** Sets the language that a person has chosen here. */
export function setLanguage(language: Language): void {
  keep(language);
  change(language);
}

/** Keeps the language in which a person has just signed in. */
export function keepLanguage(): void {
  keep(chosen.get());
}

/** Takes the language of the profile, unless one was chosen in this browser. */
export function followProfile(language: Language): void {
  if (!isLanguage(browserStorage.read(KEPT))) change(language);
}

function change(language: Language): void {
  if (language === chosen.get()) return;
  show(language);
  chosen.set(language);
}

export const useLanguage = (): Language => chosen.useValue();

export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage()];
}

function show(language: Language): void {
  document.documentElement.lang = language;
}

/** The first of the browser's languages that we have (D77). */
function firstLanguage(): Language {
  const kept = browserStorage.read(KEPT);
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.find(isLanguage) ?? DEFAULT_LANGUAGE;
}

function keep(language: Language): void {
  browserStorage.write(KEPT, language);
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API exists over HTTPS alone.
    document.cookie = languageCookie(language);
  } catch {}
}
