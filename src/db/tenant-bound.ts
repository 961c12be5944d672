import { refuseCalls } from './called-functions.ts';
import { tables } from './generated/tables.ts';
import { tenantColumns } from './prisma/models.ts';
import { referenceTables } from './table-families.ts';

/** Tables and views whose rows belong to a team. */
export const tenantTables = [...tenantColumns.keys()];

/** Tables without a team that each team may read. */
const forAllTeams = new Set<string>([...referenceTables, 'event_history']);
/** All other tables without a team: people, their sessions, the operator's tables. */
const closedTables = Object.values(tables)
  .map(({ table }) => table)
  .filter((table) => !tenantColumns.has(table) && !forAllTeams.has(table) && table !== 'person');

const checked = [...tenantTables, 'person'].join('|');
const notAnAlias = 'where|set|on|order|join|left|cross|inner|limit|returning|using|for|group|union';
const reference = new RegExp(
  `\\b(?:from|join|update|using)\\s+(${checked})\\b(?:\\s+(?:as\\s+)?(?!(?:${notAnAlias})\\b)([a-z_]\\w*))?`,
  'g',
);
const insertion = new RegExp(
  `\\binsert\\s+into\\s+(${checked})\\s*(?:as\\s+\\w+\\s*)?\\(\\s*(\\w+)[^)]*\\)\\s*(?:values\\s*\\(|select\\s+)\\s*\\$1\\b`,
  'g',
);
const mention = new RegExp(`\\b(${checked})\\b(?!\\s*\\.)`, 'g');
const closed = new RegExp(`\\b(?:${closedTables.join('|')})\\b(?!\\s*\\.)`);
/** The texts that may follow a condition that `and` joins to others. */
const end =
  '(?=\\s*(?:$|(?:and|on|where|join|left|cross|inner|group|order|limit|for|returning|union)\\b))';

/**
 * Refuses a statement that names a team's table without binding the tenant. The tenant is always
 * `$1`, which the handle supplies. The check reads the text of the statement, once for each text.
 * It allows one form: `alias.tenant_id = $1` for each reference, within the same parentheses and
 * joined to the other conditions by `and`. A person has no team, so `person` has to be joined to the row of
 * a team that names the person, such as one of `person_team`: `alias.id = other.person_id`. The check
 * refuses all other forms, even if they are right, and all functions that it does not know.
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
  refuseCalls(text, refuse);
  if (closed.test(text)) refuse('names a table that is closed to teams');
  let bound = 0;
  for (const part of partsOf(text)) {
    const aliases = aliasesIn(part);
    for (const [condition, references] of conditionsFor(aliases)) {
      if (references > countIn(part, condition)) refuse(`does not bind ${condition}`);
      if (/\bor\b/.test(part)) refuse(`has an "or" beside ${condition}`);
      bound += references;
    }
    if (aliases.some(({ table }) => table === 'person') && /\b(?:left|right|full)\b/.test(part)) {
      refuse('has an outer join beside a person');
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

type Alias = { table: string; alias: string };

function aliasesIn(part: string): Alias[] {
  return [...part.matchAll(reference)].map(([, table = '', alias = table]) => ({ table, alias }));
}

/** The conditions that these references need, and how often. */
function conditionsFor(aliases: Alias[]): Map<string, number> {
  const ofTeam = aliases.filter(({ table }) => table !== 'person').map(({ alias }) => alias);
  const needed = new Map<string, number>();
  for (const { table, alias } of aliases) {
    const column = tenantColumns.get(table);
    const condition = column
      ? `${alias}.${column} = $1`
      : `${alias}.id = (${ofTeam.join('|')}).person_id`;
    needed.set(condition, (needed.get(condition) ?? 0) + 1);
  }
  return needed;
}

function countIn(part: string, condition: string): number {
  const pattern = `\\b(?:where|on|and)\\s+${condition.replaceAll(/[.$]/g, '\\$&')}(?!\\d)${end}`;
  return [...part.matchAll(new RegExp(pattern, 'g'))].length;
}
