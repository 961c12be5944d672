import { statementsOf } from '../../../src/db/migrations/online-migration.ts';
import { strangeTables, tablesMadeBy } from '../../../src/db/placed-tables.ts';
import { ownFamilies, referenceTables, teamTables } from '../../../src/db/table-families.ts';

const altered = /^alter table (?:if exists )?(?:only )?"?(\w+)"? (.*)$/;
const constraint =
  /\badd (?:constraint "?\w+"? )?(?:check|foreign key|unique|primary key|exclude)\b/;
const functionInSql = /^create (?:or replace )?function .*\blanguage sql\b/;
const readsTeams = new RegExp(`\\b(?:from|join|update|into)\\s+(?:${teamTables.join('|')})\\b`);
const key = /\bforeign key\b.*\breferences "?(\w+)/;
const inColumn = /\badd column\b.*\b(?:check|references)\b/;

const spreadTables: readonly string[] = [...teamTables, ...referenceTables];

/** What a migration or function would do wrong in a sharded database. */
export function faultsWhenSharded(sql: string): string[] {
  const statements = statementsOf(sql);
  return [
    ...strangeTables(sql, ownFamilies).map(
      (table) => `${table} misses in src/db/table-families.ts`,
    ),
    ...statements
      .filter((statement) => functionInSql.test(statement) && readsTeams.test(statement))
      .map(
        (statement) =>
          `Citus plans no parameter of a function in SQL that names a table of teams; write it in PL/pgSQL: ${statement}`,
      ),
    ...statements.filter(isRefused).map((statement) => {
      return `Citus refuses a check or key beside other changes; give it a statement of its own: ${statement}`;
    }),
    ...statements.filter(refersTo(tablesMadeBy(sql))).map((statement) => {
      return `A start places a table after its migration; give a key to it a migration of its own: ${statement}`;
    }),
  ];
}

function isRefused(statement: string): boolean {
  const [, table = '', change = ''] = altered.exec(statement) ?? [];
  if (!spreadTables.includes(table)) return false;
  return (
    inColumn.test(change) || (constraint.test(change) && /,\s*(?:add|alter|drop)\b/.test(change))
  );
}

/** Whether an older table gets a key to one of these, which Citus refuses until they are placed. */
const refersTo = (made: readonly string[]) => (statement: string) => {
  const [, table = '', change = ''] = altered.exec(statement) ?? [];
  const [, target = ''] = key.exec(change) ?? [];
  return spreadTables.includes(table) && !made.includes(table) && made.includes(target);
};
