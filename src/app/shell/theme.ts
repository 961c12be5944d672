import { browserStorage } from '../../shared/web/browser-storage.ts';
import { createStore } from '../api/store.ts';

export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The script in index.html, and the documentation, read this too. Nothing is stored for the system's own choice. */
const KEPT = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = createStore(themes.find((theme) => theme === browserStorage.read(KEPT)) ?? 'system');

system.addEventListener('change', show);

export function setTheme(theme: Theme): void {
  browserStorage.write(KEPT, theme === 'system' ? null : theme);
  chosen.set(theme);
  show();
}

export const useTheme = (): Theme => chosen.useValue();

function show(): void {
  const theme = chosen.get();
  const isDark = theme === 'dark' || (theme === 'system' && system.matches);
  document.documentElement.classList.toggle('dark', isDark);
}
