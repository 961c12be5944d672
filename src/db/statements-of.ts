// A text or a name in quotation marks, a text between dollars, a comment, or the end of a statement.
const parts = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$).*?\1|--[^\n]*|\/\*.*?\*\/|;/gs;

/** The statements of an SQL file in lower case, without comments and with single spaces. */
export function statementsOf(sql: string): string[] {
  const marked = sql.replace(parts, (part) => {
    if (part === ';') return '\0';
    return /^(?:--|\/\*)/.test(part) ? ' ' : part.replaceAll('\0', '');
  });
  return marked
    .split('\0')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}
