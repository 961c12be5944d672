import { keep, kept } from './kept.ts';

/** The app stores the theme under the same name. */
const KEPT = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

export function switchTheme(): void {
  document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
    const isDark = !root.classList.contains('dark');
    // The system's own choice is not stored, so that the page goes on following the system.
    keep(KEPT, isDark === system.matches ? null : isDark ? 'dark' : 'light');
    root.classList.toggle('dark', isDark);
  });
  system.addEventListener('change', () => {
    if (kept(KEPT) === null) root.classList.toggle('dark', system.matches);
  });
}
