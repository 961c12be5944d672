/**
 * What others have written, such as a name, within a mail of ours. It cannot begin a line or a header
 * of its own, cannot end our quotation marks, and holds nothing of which a mail program makes a link:
 * names of earlier releases may have one.
 */
export function theirWords(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return withoutLinks(line.replaceAll(/[„“”«»"]/g, "'"));
}

/**
 * A space after what a program looks for: `evil.example` becomes `evil. example`. No program reads past a
 * space, while marks that nobody sees are ignored by some. Numbers stay: `2.1`, `10:30`.
 */
function withoutLinks(line: string): string {
  return line
    .replaceAll(/(?<=\S)([@＠])(?=\S)/gu, ' $1 ')
    .replaceAll(/(?<=\S)([.．。｡])(?=[\p{L}\p{Cf}])/gu, '$1 ')
    .replaceAll(/(?<=[\p{L}\p{N}][:：])(?=[^\s\p{N}])|(?<=\p{L}[:：])(?=\p{N})/gu, ' ');
}
