import { beforeAll, expect, test } from 'vitest';
import { pages } from '../../src/app/pages/registered.ts';
import { LEAST } from '../../src/app/ui/fitting-columns.ts';
import { ROW_HEIGHT } from '../../src/app/ui/visible-rows.ts';
import { makeSession } from '../harness/app.ts';
import { makeWorld } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
/** A tablet, small laptops, a laptop at 125 % zoom, and common ones. */
const widths = [768, 1024, 1152, 1280, 1440];
const addresses = pages
  .filter(({ needs }) => needs !== 'nobody')
  .flatMap((page) =>
    (page.path === '/request-log' ? ['', '?view=errors', '?view=usage'] : ['']).map((tab) => ({
      page,
      tab,
    })),
  );

/** The list computes which rows are in the window from this height. A border belongs to it. */
const HIGHEST = ROW_HEIGHT + 1;

let visitor: Visitor;
let ids: Record<string, string>;

beforeAll(async () => {
  const world = await makeWorld(app().api);
  const { team } = world;
  await team.request('GET', '/me');
  await app().api.sql.query(
    `update api_key set name = repeat('Warehouse ', 9) || name where tenant_id = $1`,
    [team.tenantId],
  );
  await app().api.sql.query(
    `update webhook_endpoint set url = 'https://a-rather-long-name.hooks.example.com/team-api/events',
       description = 'Trainings, evaluations and assignments of the team' where tenant_id = $1`,
    [team.tenantId],
  );
  ids = Object.fromEntries(
    Object.entries(world).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  visitor = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
});

test('every list keeps its first column wide enough to read, its rows at one height, and cuts no column off, from a tablet to a large laptop', async () => {
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const { page, tab } of addresses) {
    const path = (page.example?.(ids) ?? page.path) + tab;
    await visitor.open(path);
    if ((await visitor.page.locator('table[aria-rowcount]').count()) === 0) continue;
    for (const width of widths) {
      await visitor.resize({ width, height: 800 });
      for (const table of await settledTables()) {
        seen.add(table.name);
        if (table.first < LEAST)
          faults.push(
            `${path} at ${width}: the first column of "${table.name}" has ${table.first} pixels`,
          );
        if (table.cut.length > 0)
          faults.push(
            `${path} at ${width}: "${table.name}" cuts the titles ${table.cut.join(', ')}`,
          );
        if (table.high > HIGHEST)
          faults.push(`${path} at ${width}: a row of "${table.name}" has ${table.high} pixels`);
        if (table.beyond > 0)
          faults.push(`${path} at ${width}: "${table.name}" is ${table.beyond} pixels too wide`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(10);
});

/** A table takes its new width some frames after the window does. */
async function settledTables(): ReturnType<typeof measured> {
  for (let before = await measured(); ; ) {
    await visitor.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const now = await measured();
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

const measured = () =>
  visitor.page.locator('table[aria-rowcount]').evaluateAll((tables) =>
    tables.map((table) => {
      const titles = [...table.querySelectorAll('th')];
      const frame = table.parentElement ?? table;
      return {
        name: table.querySelector('caption')?.textContent ?? '',
        first: Math.round(titles[0]?.getBoundingClientRect().width ?? 0),
        cut: titles
          .filter((title) => title.scrollWidth > title.clientWidth + 1)
          .map((title) => title.textContent),
        high: Math.max(
          0,
          ...[...table.querySelectorAll('tr[aria-rowindex]')].map((row) =>
            Math.round(row.getBoundingClientRect().height),
          ),
        ),
        beyond: frame.scrollWidth - frame.clientWidth,
      };
    }),
  );
