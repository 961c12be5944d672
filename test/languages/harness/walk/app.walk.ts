import { beforeAll, expect, test } from 'vitest';
import { pages } from '../../../../src/app/pages/registered.ts';
import { languages } from '../../../../src/shared/language/language.ts';
import { useApp } from '../../../browser/harness/use-app.ts';
import type { Visitor } from '../../../browser/harness/visitor.ts';
import { makeSession } from '../../../harness/app.ts';
import { makeWorld } from '../../../harness/world.ts';
import { OPEN } from '../in-brackets.ts';
import { textsOfHtml } from '../texts-of-html.ts';
import { THIRD } from '../third-language.ts';
import { untranslated } from '../untranslated.ts';

const app = useApp();
let ids: Record<string, string>;
const visitors = new Map<string, { owner: Visitor; stranger: Visitor }>();

beforeAll(async () => {
  const world = await makeWorld(app().api);
  ids = world as unknown as Record<string, string>;
  for (const language of languages) {
    const owner = await app().visit({ session: await makeSession(world.team, world.team.owner) });
    const stranger = await app().visit();
    for (const { context } of [owner, stranger]) {
      await context.addInitScript(`localStorage.setItem('language', '${language}')`);
    }
    visitors.set(language, { owner, stranger });
  }
});

test.each(pages.map((page) => [page.path, page] as const))(
  '/app%s, in the third language',
  async (_, { example, path, needs }) => {
    const versions: Record<string, string[]> = {};
    for (const [language, { owner, stranger }] of visitors) {
      await app().api.sql.query('update person set lang = $1', [language]);
      const visitor = needs === 'nobody' ? stranger : owner;
      await visitor.open(example?.(ids) ?? path);
      versions[language] = textsOfHtml(await visitor.page.content());
    }
    expect(untranslated(versions)).toEqual([]);
    expect(versions[THIRD]?.join()).toContain(OPEN);
  },
);
