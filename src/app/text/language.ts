import { useSyncExternalStore } from 'react';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/language.ts';
import { languageCookie } from '../../shared/language-cookie.ts';
import type { Texts } from './define-texts.ts';

const KEPT = 'language';
const listeners = new Set<() => void>();
let current = firstLanguage();
show(current);

/** The language that was chosen or kept in this browser, else the person's, else the browser's (P567). */
export function currentLanguage(): Language {
  return current;
}

/** Sets the language that a person has chosen here. */
export function setLanguage(language: Language): void {
  keep(language);
  change(language);
}

/** Keeps the language in which a person has just signed in. */
export function keepLanguage(): void {
  keep(current);
}

/** Takes the language of the profile, unless one was chosen in this browser. */
export function followProfile(language: Language): void {
  if (!isLanguage(read())) change(language);
}

function change(language: Language): void {
  if (language === current) return;
  current = language;
  show(language);
  for (const listener of listeners) listener();
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage()];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(language: Language): void {
  document.documentElement.lang = language;
}

/** The first of the browser's languages that we have (D77). */
function firstLanguage(): Language {
  const kept = read();
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.find(isLanguage) ?? DEFAULT_LANGUAGE;
}

// A browser may refuse to store anything. The choice then lasts as long as the page.
function read(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(language: Language): void {
  try {
    localStorage.setItem(KEPT, language);
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API exists over HTTPS alone.
    document.cookie = languageCookie(language);
  } catch {}
}
