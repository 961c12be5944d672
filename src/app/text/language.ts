import { useSyncExternalStore } from 'react';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/language.ts';
import type { Texts } from './define-texts.ts';

const KEPT = 'language';
const listeners = new Set<() => void>();
let current = firstLanguage();
show(current);

/** The language of the person, once it is known. Before that, the language chosen here, or the browser's. */
export function currentLanguage(): Language {
  return current;
}

export function setLanguage(language: Language): void {
  if (language === current) return;
  current = language;
  show(language);
  keep(language);
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
  } catch {}
}
