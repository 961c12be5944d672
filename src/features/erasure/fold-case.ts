/**
 * A text in small letters, with each character in its place. The flag `i` of a regular expression
 * would do the same, but takes a hundred times as long to prepare an expression with many letters.
 * A letter with several capitals, such as the Greek sigma, gets one spelling. A letter whose
 * other case is longer, such as `ß`, stays.
 */
export function foldCase(text: string): string {
  return text.replaceAll(/[^\p{ASCII}]/gu, foldedLetter).toLowerCase();
}

function foldedLetter(letter: string): string {
  const [same = letter] = [letter.toUpperCase().toLowerCase(), letter.toLowerCase()].filter(
    (other) => other.length === letter.length,
  );
  return same;
}
