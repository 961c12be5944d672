/**
 * Runs before the first paint: the theme that was chosen here or in the app, and a mark that scripts
 * run. The policy allows it by its hash.
 */
export const themeScript = `(() => {
  let theme = null;
  try { theme = localStorage.getItem('theme'); } catch {}
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.className = isDark ? 'js dark' : 'js';
})();`;
