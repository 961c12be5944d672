import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStatements } from '../../src/db/migrations/split-statements.ts';

test.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  [';;  ;', []],
  ['-- one; two\nselect 1; -- three', ['-- one; two\nselect 1']],
  ["select ';' ';', 'it''s;'; select 2", ["select ';' ';', 'it''s;'", 'select 2']],
  ["select E'\\';'; select '\\'; select 3", ["select E'\\';'", "select '\\'", 'select 3']],
  ["select date';' ; select 2", ["select date';'", 'select 2']],
  ['alter table "a;""b" add c text; select 2', ['alter table "a;""b" add c text', 'select 2']],
  ['do $$ a; $x$ b; $$; select $x$;$$;$x$', ['do $$ a; $x$ b; $$', 'select $x$;$$;$x$']],
  ['select a$b, $1; select c$b', ['select a$b, $1', 'select c$b']],
  ['select /* ; /* ; */ ; */ 1; /* ; */', ['select /* ; /* ; */ ; */ 1']],
])('splits %j', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});

// Each part contains something that ends a statement, or that begins another part.
const parts = fc.oneof(
  fc.constantFrom('select 1', 'a', ' ', '\n', ', ', '(b)'),
  fc.string().map((text) => `'${text.replaceAll("'", "''")}' `),
  fc.string().map((text) => ` E'${text.replaceAll(/[\\']/g, (c) => `\\${c}`)}' `),
  fc.string().map((text) => `"${text.replaceAll('"', '""')}" `),
  fc.string().map((text) => ` $t$${text.replaceAll('$', '')};'$u$ -- " /*$t$ `),
  fc.string().map((text) => `-- ${text.replaceAll('\n', '')};'"$$ /*\n`),
  fc.string().map((text) => `/* ${text.replaceAll(/[*/]/g, '')};'"$$ /* -- ; */ */`),
);

test('only a semicolon outside of texts, names and comments ends a statement', () => {
  const statement = fc.array(parts, { maxLength: 8 }).map((all) => `x ${all.join('')}`.trim());
  fc.assert(
    fc.property(fc.array(statement), (statements) => {
      // Without the line break, a comment would hide the semicolon.
      const sql = statements.map((text) => `${text}\n;`).join('');
      expect(splitStatements(sql)).toEqual(statements);
    }),
  );
});

test('splitting keeps the text of all files of prisma', () => {
  const folders = ['functions', 'views'].map((kind) => `prisma/${kind}`);
  const migrations = readdirSync('prisma/migrations', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `prisma/migrations/${name}`);
  for (const folder of [...folders, ...migrations]) {
    for (const file of readdirSync(folder)) {
      const sql = readFileSync(`${folder}/${file}`, 'utf8');
      const bare = (text: string) => text.replaceAll(/--[^\n]*|[\s;]/g, '');
      expect(bare(splitStatements(sql).join(';')), file).toBe(bare(sql));
    }
  }
});
