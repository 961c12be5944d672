import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The script in index.html reads this before the browser paints. */
const KEPT = 'theme';
const listeners = new Set<() => void>();
const system = matchMedia('(prefers-color-scheme: dark)');
let current = kept();

system.addEventListener('change', show);

export function setTheme(theme: Theme): void {
  current = theme;
  try {
    localStorage.setItem(KEPT, theme);
  } catch {}
  show();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function show(): void {
  const isDark = current === 'dark' || (current === 'system' && system.matches);
  document.documentElement.classList.toggle('dark', isDark);
}

function kept(): Theme {
  try {
    const theme = localStorage.getItem(KEPT);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}
