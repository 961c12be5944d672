/** Started from the sources, or asked for by a test: shows the page with all building blocks. */
export const isDevelopment = ['localhost', '127.0.0.1'].includes(location.hostname);
