import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PageDefinition } from '../../src/admin/pages/page-definition.ts';
import { pages } from '../../src/admin/pages/registered.ts';
import { makeSession } from '../harness/app.ts';
import { makeWorld } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor, VisitorOptions } from './harness/visitor.ts';

const app = useApp();

const looks = (['de', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

describe.each(looks)('every page in $language and $theme', ({ language, theme }) => {
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
    const options: VisitorOptions = { language, theme };
    owner = await app().visit({ ...options, session });
    stranger = await app().visit(options);
  });

  afterEach(() => {
    owner.requireClean();
    stranger.requireClean();
  });

  const pathOf = ({ path, example }: PageDefinition) => example?.(ids) ?? path;

  test.each(pages)('$path', async (page) => {
    const visitor = page.needs === 'nobody' ? stranger : owner;
    await visitor.page.setViewportSize({ width: 1280, height: 900 });
    await visitor.open(pathOf(page));
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.page.title()).toBe(`${page.title[language]} · Team API`);
    expect(await visitor.page.locator('h1').count()).toBe(1);
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language);
    const text = await visitor.page.locator('body').innerText();
    expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|Invalid Date/);
    await visitor.page.setViewportSize({ width: 390, height: 844 });
    await visitor.settled();
    expect(await visitor.scrollsSideways()).toBe(false);
    expect(await visitor.violations()).toEqual([]);
  });
});
