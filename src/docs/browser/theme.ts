/** The app keeps the theme under the same name. */
const KEPT = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

export function switchTheme(): void {
  document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
    const isDark = !root.classList.contains('dark');
    // What the system says anyway is not kept: the page goes on following it.
    keep(isDark === system.matches ? null : isDark ? 'dark' : 'light');
    root.classList.toggle('dark', isDark);
  });
  system.addEventListener('change', () => {
    if (kept() === null) root.classList.toggle('dark', system.matches);
  });
}

// A browser may refuse to keep anything: then the choice ends with the page.
function keep(theme: string | null): void {
  try {
    if (theme) localStorage.setItem(KEPT, theme);
    else localStorage.removeItem(KEPT);
  } catch {}
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
