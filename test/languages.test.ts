import { expect, test } from 'vitest';
import { languages } from '../src/shared/language/language.ts';
import { sourcesIn } from './harness/sources.ts';
import { makeTeam } from './harness/team.ts';
import { useApi } from './harness/use-api.ts';

/** Matches a language that code names: a literal in TypeScript or SQL, or a fallback such as `names.de`. */
const BY_NAME = /(?<![\w-]|\)\[)'(?:de|en)'|\bnames\??\.(?:de|en)\b/g;

/** The files that may name a language, how often they do, and why. */
const right: Record<string, [times: number, why: string]> = {
  'src/shared/language/language.ts': [4, 'the list itself'],
  'src/features/team/team.schema.ts': [1, 'asks for a zone, not for a text'],
  'src/rest/openapi/parameters.ts': [1, 'an example'],
  'src/rest/openapi/headers.ts': [2, 'an example'],
  'src/features/crm/crm.schema.ts': [1, 'an example of the language of a customer'],
  'src/features/members/members.schema.ts': [1, 'an example'],
  'src/docs/postman/postman-item.ts': [1, 'an example'],
  'src/sdk/typescript/core/options.ts': [2, 'what the contract lets a client ask for'],
  'src/sdk/command-line/client.ts': [1, 'the tools of developers speak English'],
  'src/sdk/command-line/copy.ts': [1, 'the tools of developers speak English'],
  'src/sdk/command-line/verify.ts': [2, 'the tools of developers speak English'],
  // Objections are found in German and English. Each further language needs a lexicon.
  'src/crm/objections/find-objections.ts': [5, 'the language of a text of a customer'],
  'src/crm/objections/language-of.ts': [8, 'the language of a text of a customer'],
  'src/crm/objections/objection-classifier.ts': [2, 'the languages that have a lexicon'],
  'src/crm/objections/sentences.ts': [1, 'the language of a text of a customer'],
};

/**
 * In code that names a language, a further language would silently lack a text. Code that uses `InEach` or `languages`
 * does not compile without it.
 */
test('no code chooses between languages by name, so the compiler finds what a further language lacks', () => {
  const named = sourcesIn('src')
    .filter(({ file }) => !file.startsWith('src/seed/'))
    .map(({ file, text }): [string, number] => [file, text.match(BY_NAME)?.length ?? 0])
    .filter(([, times]) => times > 0);
  const expected = Object.entries(right).map(([file, [times]]) => [file, times]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(expected));
});

const api = useApi();

test('a team may work in all languages', async () => {
  const { sql } = api();
  const { tenantId } = await makeTeam(api());
  await sql.query('update tenant set languages = $2 where id = $1', [tenantId, languages]);
  const { rows } = await sql.query('select languages from tenant where id = $1', [tenantId]);
  expect(rows).toEqual([{ languages }]);
});

test('the database allows the languages of the list', async () => {
  const { rows } = await api().sql.query<{ place: string; allowed: string }>(
    `select c.conrelid::regclass || ' ' || c.conname as place, pg_get_constraintdef(c.oid) as allowed
     from pg_constraint c where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ '\\mde\\M'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(5);
  const lists = rows.map(({ place, allowed }) => {
    const found = allowed.match(/\b[a-z]{2}\b(?='::text|[,}])/g) ?? [];
    return [place, found.toSorted()];
  });
  const expected = [...languages].toSorted();
  expect(lists).toEqual(rows.map(({ place }) => [place, expected]));
});
