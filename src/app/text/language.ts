import { useSyncExternalStore } from 'react';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/language.ts';
import { languageCookie } from '../../shared/language-cookie.ts';
import type { Texts } from './define-texts.ts';

const KEPT = 'language';
const listeners = new Set<() => void>();
let current = firstLanguage();
show(current);

/** The language chosen or kept in this browser, else that of the person, else the browser's (P567). */
export function currentLanguage(): Language {
  return current;
}

/** Somebody has chosen this language here. */
export function setLanguage(language: Language): void {
  keep(language);
  change(language);
}

/** Goes on in the language in which somebody has just signed in. */
export function keepLanguage(): void {
  keep(current);
}

/** The language of the profile is for a browser in which none was chosen, and for mails. */
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

/** The first of ours that the browser asks for (D77). */
function firstLanguage(): Language {
  const kept = read();
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.find(isLanguage) ?? DEFAULT_LANGUAGE;
}

// A browser may refuse to keep anything. Then the choice ends with the page.
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
    // biome-ignore lint/suspicious/noDocumentCookie: the other way exists on HTTPS alone.
    document.cookie = languageCookie(language);
  } catch {}
}
