/** True on a developer's machine: the app then has the page with all building blocks. */
export const isDevelopment = ['localhost', '127.0.0.1'].includes(location.hostname);
