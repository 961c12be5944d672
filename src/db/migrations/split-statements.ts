// Parts that may contain a semicolon that ends no statement. A comment of the form /* … */ may contain
// further comments.
const text = /(?<![\w$])[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/y;
const name = /"(?:[^"]|"")*"/y;
const dollars = /(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1/y;
const line = /--[^\n]*/y;
const word = /\w[\w$]*/y;
const delimiter = /\/\*|\*\//g;

/**
 * The statements of an SQL text as they are written, with the comments before them. A comment after the last
 * statement is none. Bodies of functions must be texts: `begin atomic` is not understood.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let isEmpty = true;
  const end = (position: number): void => {
    if (!isEmpty) statements.push(sql.slice(start, position).trim());
    start = position + 1;
    isEmpty = true;
  };
  for (let position = 0; position < sql.length; ) {
    const comment = commentAt(sql, position);
    if (comment > position) {
      position = comment;
      continue;
    }
    if (sql[position] === ';') end(position);
    else if (/\S/.test(sql.charAt(position))) isEmpty = false;
    position = afterPart(sql, position);
  }
  end(sql.length);
  return statements;
}

function afterPart(sql: string, position: number): number {
  for (const part of [text, name, dollars, word]) {
    const after = afterMatch(part, sql, position);
    if (after > position) return after;
  }
  return position + 1;
}

function commentAt(sql: string, position: number): number {
  if (!sql.startsWith('/*', position)) return afterMatch(line, sql, position);
  let depth = 0;
  delimiter.lastIndex = position;
  for (let found = delimiter.exec(sql); found; found = delimiter.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return delimiter.lastIndex;
  }
  return sql.length;
}

function afterMatch(part: RegExp, sql: string, position: number): number {
  part.lastIndex = position;
  return part.test(sql) ? part.lastIndex : position;
}
