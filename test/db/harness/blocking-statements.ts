import { isOnline, statementsOf } from '../../../src/db/migrations/online-migration.ts';

type Rule = { statement: RegExp; why: string; instead: string };

const inChunks =
  'let a worker fill the column in pieces, and count in a gauge what is left (as `keep-all-sums.ts` does)';
const later = 'add it as `not valid`, and validate it in a migration of its own';

/** Statements that block requests on a large table. The first group is the name of the table. */
const rules: Rule[] = [
  {
    statement: /^create (?:unique )?index (?!concurrently).* on (?:only )?"?(\w+)/,
    why: 'nobody can write to the table until the index is made',
    instead: '`create index concurrently if not exists`, alone in a migration of its own',
  },
  {
    statement: /^create (?:unique )?index concurrently .* on (?:only )?"?(\w+)/,
    why: 'PostgreSQL refuses it beside other statements',
    instead: 'one statement with `if not exists`, alone in a migration of its own',
  },
  {
    statement:
      /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\balter (?:column )?"?\w+"? (?:set data )?type /,
    why: 'PostgreSQL may write the whole table again',
    instead: `add another column, and ${inChunks}`,
  },
  {
    statement:
      /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\badd (?:column )?.*(?:default (?!now\(\))[^,]*\w\(|generated always as|generated .* as identity|\b(?:big)?serial\b)/,
    why: 'PostgreSQL writes the whole table again',
    instead: `add the column without it or with a constant, and ${inChunks}`,
  },
  {
    statement: /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\bset not null/,
    why: 'PostgreSQL reads the whole table while nobody can use it',
    instead: `a check \`is not null\`: ${later}`,
  },
  {
    statement:
      /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*not valid)/,
    why: 'PostgreSQL reads the whole table while nobody can write to it',
    instead: later,
  },
  {
    statement:
      /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\badd (?:column )?[^,]*\b(?:references|check)\b(?!.*not valid)/,
    why: 'PostgreSQL reads the whole table while nobody can write to it',
    instead: later,
  },
  {
    statement:
      /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\badd (?:constraint \S+ )?(?:primary key|unique|exclude)\b(?!.*using index)/,
    why: 'PostgreSQL makes an index while nobody can use the table',
    instead:
      'make the index online first, and add the constraint `using index` in the next release',
  },
  {
    statement:
      /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\b(?:validate constraint|attach partition|set (?:un)?logged|set tablespace|set access method)/,
    why: 'it works through the whole table beside the locks of the other statements',
    instead:
      'let it stand alone in a migration of its own if it validates; else ask what it is for',
  },
  {
    statement:
      /^(?:update|delete from|merge into|truncate(?: table)?|lock(?: table)?|cluster|reindex(?: table)?|vacuum(?: full)?) (?:only )?"?(\w+)/,
    why: 'it holds locks on all rows that it meets until all migrations are done',
    instead: inChunks,
  },
];

export type Blocking = { statement: string; why: string; instead: string };

/** The statements of a migration that must not run while processes serve. Tables that it makes itself are empty. */
export function blockingStatements(sql: string): Blocking[] {
  if (isOnline({ name: '', sql, checksum: '' })) return [];
  const statements = statementsOf(sql);
  const created = statements.flatMap(
    (statement) => /^create table (?:if not exists )?"?(\w+)/.exec(statement)?.[1] ?? [],
  );
  return statements.flatMap((statement) => {
    const rule = rules.find((one) => one.statement.test(statement));
    const [, table = ''] = rule?.statement.exec(statement) ?? [];
    return !rule || created.includes(table)
      ? []
      : [{ statement, why: rule.why, instead: rule.instead }];
  });
}
