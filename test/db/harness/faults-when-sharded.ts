import { statementsOf } from '../../../src/db/migrations/online-migration.ts';
import { referenceTables, teamTables } from '../../../src/db/table-families.ts';

const created = /^create table (?:if not exists )?"?(\w+)/;
const altered = /^alter table (?:if exists )?(?:only )?"?(\w+)"? (.*)$/;
const placed = /^select distribute_table\('(\w+)', '(team|catalog)'\)$/;
const constraint =
  /\badd (?:constraint "?\w+"? )?(?:check|foreign key|unique|primary key|exclude)\b/;
const functionInSql = /^create (?:or replace )?function .*\blanguage sql\b/;
const readsTeams = new RegExp(`\\b(?:from|join|update|into)\\s+(?:${teamTables.join('|')})\\b`);
const inColumn = /\badd column\b.*\b(?:check|references)\b/;

const familyOf = (table: string): string | undefined => {
  if (teamTables.some((name) => name === table)) return 'team';
  return referenceTables.some((name) => name === table) ? 'catalog' : undefined;
};

/** What a migration or function would do wrong in a sharded database, or leave on the coordinator without an error. */
export function faultsWhenSharded(sql: string): string[] {
  const statements = statementsOf(sql);
  const places = new Map(
    statements.flatMap((statement) => {
      const [, table, family] = placed.exec(statement) ?? [];
      return table && family ? [[table, family]] : [];
    }),
  );
  const tables = statements.flatMap((statement) => created.exec(statement)?.[1] ?? []);
  return [
    ...tables
      .filter((table) => places.get(table) !== familyOf(table))
      .map((table) => {
        const family = familyOf(table);
        return family
          ? `${table} stays on the coordinator: add select distribute_table('${table}', '${family}')`
          : `${table} is of control, or misses in src/db/table-families.ts`;
      }),
    ...statements
      .filter((statement) => functionInSql.test(statement) && readsTeams.test(statement))
      .map(
        (statement) =>
          `Citus plans no parameter of a function in SQL that names a table of teams; write it in PL/pgSQL: ${statement}`,
      ),
    ...statements.filter(isRefused).map((statement) => {
      return `Citus refuses a check or key beside other changes; give it a statement of its own: ${statement}`;
    }),
  ];
}

function isRefused(statement: string): boolean {
  const [, table = '', change = ''] = altered.exec(statement) ?? [];
  if (!familyOf(table)) return false;
  return (
    inColumn.test(change) || (constraint.test(change) && /,\s*(?:add|alter|drop)\b/.test(change))
  );
}
