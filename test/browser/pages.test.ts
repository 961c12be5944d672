import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { PageDefinition } from '../../src/app/pages/page-definition.ts';
import { pages } from '../../src/app/pages/registered.ts';
import { insertKept } from '../delivery/harness/kept-events.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { makeWorld, type World } from '../harness/world.ts';
import { drawnLook, type Look, looksAtAll, narrow, wide } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();

/**
 * The looks of a page: wide in one theme and narrow in the other one. The other language has the opposite themes, so each
 * language has both widths, and each width both themes. In German each page is opened by its address, and in English from
 * the page before, as people do.
 */
const visits = [
  { language: 'de', theme: 'light', other: 'dark', goes: false },
  { language: 'en', theme: 'dark', other: 'light', goes: true },
] as const;

/** Pages with tabs, whose content is checked too. */
const tabs: Record<string, readonly string[]> = {
  '/request-log': ['?view=errors', '?view=usage'],
  '/trainings': ['?list=scored'],
};
const addresses = pages.flatMap((page) =>
  ['', ...(tabs[page.path] ?? [])].map((tab) => ({ page, tab, name: page.path + tab })),
);

/** Makes requests of both outcomes, so that the tabs of the request log show something. The id is that of one of them. */
async function sendRequests({ team }: World): Promise<string> {
  const answer = await team.request('GET', '/me');
  await team.request('GET', '/trainings?limit=x');
  await until('the requests are counted', async () => {
    const sql = 'select from request_day where tenant_id = $1 and ok > 0 and client_errors > 0';
    return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 1;
  });
  return String(answer.headers['x-request-id']);
}

/** Axe checks half of the pages in one of the four looks, and the building blocks in both looks of a language. */
function looksOf(path: string, index: number, language: 'de' | 'en', ways: readonly Look[]) {
  if (looksAtAll) return ways;
  if (path === '/ui') return ways;
  const look = drawnLook(index);
  return look?.language === language ? ways.slice(look.way, look.way + 1) : [];
}

/** A run opens each page in one of the languages, and neighbours in different ones. */
const isOpened = (index: number, language: 'de' | 'en') =>
  looksAtAll || ((inject('seed') + index) % 2 === 0 ? 'de' : 'en') === language;

describe.each(visits)('every page in $language, $theme and $other', (visit) => {
  const { language, theme, other, goes } = visit;
  let owner: Visitor;
  let stranger: Visitor;
  let ids: Record<string, string>;

  beforeAll(async () => {
    const world = await makeWorld(app().api);
    const session = await makeSession(world.team, world.team.owner);
    const { userId, email } = world.team.owner;
    // With a second team, each page has the menu that switches teams.
    if (language === 'en') await (await makeTeam(app().api)).addMember({ email });
    const request = await sendRequests(world);
    await app().api.sql.query('update person set lang = $2 where id = $1', [userId, language]);
    const event = await insertKept(world.team);
    // A worker would give the event its place in the feed.
    await app().api.sql.query(
      'update kept_event set feed_position = seq, reached_at = created_at where event_id = $1',
      [event],
    );
    const strings = Object.entries(world).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    ids = { ...Object.fromEntries(strings), request, event };
    owner = await app().visit({ language, theme, session });
    stranger = await app().visit({ language, theme });
    if (goes) await owner.open('/profile');
  });

  afterEach(() => {
    owner.requireClean();
    stranger.requireClean();
  });

  const pathOf = ({ path, example }: PageDefinition, tab: string) => (example?.(ids) ?? path) + tab;

  const ways: Look[] = [
    { size: wide, theme },
    { size: narrow, theme: other },
  ];

  const opened = addresses
    .map((address, index) => ({ ...address, index }))
    .filter(({ index }) => isOpened(index, language));

  test.each(opened)('$name', async (opened) => {
    const { page, tab, index } = opened;
    const visitor = page.needs === 'nobody' ? stranger : owner;
    const path = pathOf(page, tab);
    // Every second page is first narrow, like the window after the page before. So the window need not change.
    const looks = looksOf(page.path, index, language, index % 2 === 0 ? ways : ways.toReversed());
    const [first = { size: narrow, theme: other }, ...more] = looks;
    await visitor.resize(first.size);
    await visitor.page.emulateMedia({ colorScheme: first.theme });
    await (goes && visitor === owner ? visitor.go(path) : visitor.open(path));
    expect(await visitor.page.title()).toBe(`${page.title[language]} · Team API`);
    expect(await visitor.page.locator('h1').count()).toBe(1);
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language);
    const text = await visitor.page.locator('body').innerText();
    expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|Invalid Date/);
    for (const look of looks) {
      if (more.includes(look)) await visitor.show(look.size, look.theme);
      expect([look, await visitor.violations()]).toEqual([look, []]);
    }
    await visitor.resize(narrow);
    expect(await visitor.scrollsSideways()).toBe(false);
  });
});
