/**
 * Runs before the browser paints: sets the theme that was chosen here or in the app, and marks that scripts run. The
 * content security policy allows this script by its hash.
 */
export const themeScript = `(() => {
  let theme = null;
  try { theme = localStorage.getItem('theme'); } catch {}
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.className = isDark ? 'js dark' : 'js';
})();`;
