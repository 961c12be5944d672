/**
 * Prepares a text of other people, such as a name, for our mails. The text then cannot begin a line or a
 * header, cannot end our quotation marks, and contains nothing that a mail program turns into a link. Names
 * from earlier releases may contain a link.
 */
export function theirWords(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return withoutLinks(line.replaceAll(/[„“”«»"]/g, "'"));
}

/**
 * Puts a space after the signs that mail programs look for: `evil.example` becomes `evil. example`.
 * No program reads on after a space, but some ignore invisible signs. Numbers stay: `2.1`, `10:30`.
 */
function withoutLinks(line: string): string {
  return line
    .replaceAll(/(?<=\S)([@＠])(?=\S)/gu, ' $1 ')
    .replaceAll(/(?<=\S)([.．。｡])(?=[\p{L}\p{Cf}])/gu, '$1 ')
    .replaceAll(/(?<=[\p{L}\p{N}][:：])(?=[^\s\p{N}])|(?<=\p{L}[:：])(?=\p{N})/gu, ' ');
}
