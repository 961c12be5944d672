import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PageDefinition } from '../../src/app/pages/page-definition.ts';
import { pages } from '../../src/app/pages/registered.ts';
import { makeSession } from '../harness/app.ts';
import { makeWorld } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * Each page is opened wide in one theme and changes to a narrow window in the other: in the other
 * language, the other way round. So each language has both widths, and each width both themes.
 */
const visits = [
  { language: 'de', theme: 'light', other: 'dark' },
  { language: 'en', theme: 'dark', other: 'light' },
] as const;

describe.each(visits)('every page in $language, $theme and $other', (visit) => {
  const { language, theme, other } = visit;
  let owner: Visitor;
  let stranger: Visitor;
  let ids: Record<string, string>;

  beforeAll(async () => {
    const world = await makeWorld(app().api);
    const session = await makeSession(world.team, world.team.owner);
    const { userId } = world.team.owner;
    await app().api.sql.query('update person set lang = $2 where id = $1', [userId, language]);
    ids = Object.fromEntries(
      Object.entries(world).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
    owner = await app().visit({ language, theme, session });
    stranger = await app().visit({ language, theme });
  });

  afterEach(() => {
    owner.requireClean();
    stranger.requireClean();
  });

  const pathOf = ({ path, example }: PageDefinition) => example?.(ids) ?? path;

  test.each(pages)('$path', async (page) => {
    const visitor = page.needs === 'nobody' ? stranger : owner;
    const violationsIn = async (look: string) => [look, await visitor.violations()];
    await visitor.page.setViewportSize(wide);
    await visitor.page.emulateMedia({ colorScheme: theme });
    await visitor.open(pathOf(page));
    expect(await violationsIn(theme)).toEqual([theme, []]);
    expect(await visitor.page.title()).toBe(`${page.title[language]} · Team API`);
    expect(await visitor.page.locator('h1').count()).toBe(1);
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language);
    const text = await visitor.page.locator('body').innerText();
    expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|Invalid Date/);
    await visitor.show(narrow, other);
    expect(await visitor.scrollsSideways()).toBe(false);
    expect(await violationsIn(`narrow, ${other}`)).toEqual([`narrow, ${other}`, []]);
  });
});
