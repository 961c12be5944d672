/** Apple's keyboards have the Command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
