import { useSyncExternalStore } from 'react';
import type { Language } from '../../shared/language.ts';
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

/** German, unless the browser asks for English (D77). */
function firstLanguage(): Language {
  const kept = read();
  if (kept === 'de' || kept === 'en') return kept;
  const wanted = navigator.languages.find((tag) => /^(de|en)\b/i.test(tag)) ?? 'de';
  return /^en\b/i.test(wanted) ? 'en' : 'de';
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
