// Parts that may contain a semicolon that ends no statement. A comment of the form /* … */ may contain
// further comments.
const text = /(?<![\w$])[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/y;
const name = /"(?:[^"]|"")*"/y;
const dollars = /(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1/y;
const line = /--[^\n]*/y;
const word = /\w[\w$]*/y;
const mark = /\/\*|\*\//g;

/**
 * The statements of an SQL text as they are written, with the comments before them. A comment after the last
 * statement is none. Bodies of functions must be texts: `begin atomic` is not understood.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let isEmpty = true;
  const end = (at: number): void => {
    if (!isEmpty) statements.push(sql.slice(start, at).trim());
    start = at + 1;
    isEmpty = true;
  };
  for (let at = 0; at < sql.length; ) {
    const comment = commentAt(sql, at);
    if (comment > at) {
      at = comment;
      continue;
    }
    if (sql[at] === ';') end(at);
    else if (/\S/.test(sql.charAt(at))) isEmpty = false;
    at = afterPart(sql, at);
  }
  end(sql.length);
  return statements;
}

function afterPart(sql: string, at: number): number {
  for (const part of [text, name, dollars, word]) {
    const after = afterMatch(part, sql, at);
    if (after > at) return after;
  }
  return at + 1;
}

function commentAt(sql: string, at: number): number {
  if (!sql.startsWith('/*', at)) return afterMatch(line, sql, at);
  let depth = 0;
  mark.lastIndex = at;
  for (let found = mark.exec(sql); found; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}

function afterMatch(part: RegExp, sql: string, at: number): number {
  part.lastIndex = at;
  return part.test(sql) ? part.lastIndex : at;
}
