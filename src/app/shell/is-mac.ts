/** Apple's keyboards have a Command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
