import { tenantColumns } from './prisma/models.ts';

/** Tables and views whose rows belong to a team. */
export const tenantTables = [...tenantColumns.keys()];

const tables = tenantTables.join('|');
const notAnAlias = 'where|set|on|order|join|left|cross|inner|limit|returning|using|for|group|union';
const reference = new RegExp(
  `\\b(from|join|update|using)\\s+(${tables})\\b(?:\\s+(?:as\\s+)?(?!(?:${notAnAlias})\\b)([a-z_]\\w*))?`,
  'g',
);
const insertion = new RegExp(
  `\\binsert\\s+into\\s+(${tables})\\s*(?:as\\s+\\w+\\s*)?\\(\\s*(\\w+)[^)]*\\)\\s*(?:values\\s*\\(|select\\s+)\\s*\\$1\\b`,
  'g',
);
const mention = new RegExp(`\\b(${tables})\\b(?!\\s*\\.)`, 'g');
/** The functions of the schema that use a team's tables. The tenant must be their first argument. */
const callForAnother =
  /\b(raise_(one_event|many_events)|(make|change|end_idle)_sandbox|sandboxes_(with_history_)?of|endpoints_of_family|end_command_lines|place_events)\s*\((?!\$1\b)/;
/** Tables that protect accounts and belong to no team. */
const guardsAccounts =
  /\b(from|join|update|into|using|table|only)\s+(?:\w+\.)?"?(session|passkey|sign_in_challenge|sign_in_throttle|known_device|security_log)\b/;
/** The texts that may follow a condition that `and` joins to others. */
const end =
  '(?=\\s*(?:$|(?:and|on|where|join|left|cross|inner|group|order|limit|for|returning|union)\\b))';

/**
 * Refuses a statement that names a team's table without binding the tenant. The tenant is always
 * `$1`, which the handle supplies. The check reads the text of the statement, once for each text.
 * It allows one form: `alias.tenant_id = $1` for each reference, within the same parentheses and
 * joined to the other conditions by `and`. It refuses all other forms, even if they are right.
 */
export function assertTenantBound(statement: string): void {
  const refuse = (why: string): never => {
    throw new Error(`Statement ${why}: ${statement}`);
  };
  const text = statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    // This is the name of a column of the answer, and reads no table.
    .replace(/\bas "[a-z_]+"(?=\s*[,)])/gi, 'as "column"')
    .toLowerCase();
  if (/\/\*|\$[a-z_]*\$/.test(text)) refuse('has a block comment or dollar quotes');
  if (callForAnother.test(text)) refuse('asks for another tenant');
  if (guardsAccounts.test(text)) refuse('is about sessions or what else guards accounts');
  let bound = 0;
  for (const part of partsOf(text)) {
    for (const [column, references] of referencesIn(part)) {
      if (references > bindingsIn(part, column)) refuse(`does not bind ${column} = $1`);
      if (/\bor\b/.test(part)) refuse(`has an "or" beside ${column} = $1`);
      bound += references;
    }
  }
  for (const [, table = '', column] of text.matchAll(insertion)) {
    if (column !== tenantColumns.get(table))
      refuse(`inserts into ${table} without the tenant first`);
    bound += 1;
  }
  if (bound !== [...text.matchAll(mention)].length) {
    refuse("names a team's table in a form that is not checked");
  }
}

/** The text within each pair of parentheses, without the text of inner pairs. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  const open = [''];
  for (const token of text.split(/([()])/)) {
    if (token === '(') open.push('');
    else if (token === ')') {
      parts.push(open.pop() ?? '');
      open.push(`${open.pop() ?? ''} () `);
    } else open.push((open.pop() ?? '') + token);
  }
  return [...parts, ...open];
}

/** The columns to bind, and how many references each of them has. */
function referencesIn(part: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, , table = '', alias = table] of part.matchAll(reference)) {
    const column = `${alias}.${tenantColumns.get(table)}`;
    found.set(column, (found.get(column) ?? 0) + 1);
  }
  return found;
}

function bindingsIn(part: string, column: string): number {
  const binding = `\\b(?:where|on|and)\\s+${column.replace('.', '\\.')} = \\$1(?!\\d)${end}`;
  return [...part.matchAll(new RegExp(binding, 'g'))].length;
}
