const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  '’': "'",
  '‘': "'",
  '´': "'",
  '`': "'",
};

/** Lower case in ASCII, so that "Für", "FÜR" and "fuer" are one word. Single spaces separate the words. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüß’‘´`]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\S ]|["„“”«»*_()[\]/:|>=]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
