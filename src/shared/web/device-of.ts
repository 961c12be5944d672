const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

/**
 * The name of a browser and its system, such as "Firefox, Windows", from its `User-Agent`. Names are the same
 * in all languages.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const named = [browsers, systems].map((all) => all.find(([sign]) => sign.test(userAgent))?.[1]);
  const present = named.filter((name) => name !== undefined);
  return present.length > 0 ? present.join(', ') : userAgent.slice(0, 40);
}
