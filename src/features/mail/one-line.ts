/** A name in a sentence of a mail: it cannot begin a line or a header of its own. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
