import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { filterBy } from './harness/filter.ts';
import { narrow } from './harness/looks.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let endpoint: string;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  team = await makeTeam(app().api);
  endpoint = await insertEndpoint(team);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  visitor = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  ({ page } = visitor);
});

/** Fills the lists. Each seventh row is the only kind that a filter finds. */
async function fill(count: number): Promise<void> {
  const rows = `select n, n % 7 = 0 as is_rare, now() - n * interval '1 s' as at
    from generate_series(1, $2::integer) n`;
  const type = `case when is_rare then 'member.removed' else 'member.joined' end`;
  const statements = {
    audit_entry: `insert into audit_entry
        (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
      select $1, 'aud_' || n, 'system', 'system',
        case when is_rare then 'case.created' else 'team.changed' end, $3, at from (${rows}) r`,
    webhook_event: `insert into webhook_event (tenant_id, id, type, body, created_at)
      select $1, $3 || n, ${type}, '{"data":{}}', at from (${rows}) r`,
    kept_event: `insert into kept_event
        (tenant_id, event_id, type, seq, created_at, feed_position, reached_at)
      select $1, $3 || n, ${type}, -n, at, -n, at from (${rows}) r`,
    webhook_delivery: `insert into webhook_delivery
        (tenant_id, id, endpoint_id, event_id, event_type, created_at)
      select $1, 'whd_' || n, $3, 'evt_' || n, ${type}, at from (${rows}) r`,
  };
  for (const [table, statement] of Object.entries(statements)) {
    await app().api.sql.query(`delete from ${table} where tenant_id = $1`, [team.tenantId]);
    await app().api.sql.query(statement, [team.tenantId, count, endpoint]);
  }
}

const total = () => page.locator('search').getByText(/[\d+] entr(y|ies)$/);

const lists = [
  ['/audit-log', 'object:Case'],
  ['/events', 'type:member.removed'],
  ['/deliveries', 'type:member.removed'],
] as const;

test('the lists of deliveries, events and the audit log say how many entries they have', async () => {
  await fill(700);
  for (const [path, filter] of lists) {
    await visitor.open(path);
    await total().and(page.getByText('700 entries')).waitFor();
    await filterBy(page, filter);
    await total().and(page.getByText('100 entries')).waitFor();
    expect(await visitor.violations()).toEqual([]);
  }
  await fill(35);
  for (const [path, filter] of lists) {
    await visitor.open(path);
    await total().and(page.getByText('35 entries')).waitFor();
    await filterBy(page, filter);
    await total()
      .and(page.getByText('5 entries', { exact: true }))
      .waitFor();
  }
});

test('they end at 10,000+, and say nothing where the number is not known', async () => {
  await fill(10_100);
  for (const [path, filter] of lists) {
    await visitor.open(path);
    await total().and(page.getByText('10,000+ entries')).waitFor();
    await filterBy(page, filter);
    await visitor.settled();
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(0);
    expect(await total().count()).toBe(0);
  }
});

test.each(lists)('on a telephone, the total of %s moves no row when it comes', async (path) => {
  await visitor.resize(narrow);
  const held = Promise.withResolvers<void>();
  await page.route(/\.count/i, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${visitor.origin}/app${path}`);
  const first = page.locator('[data-row]').first();
  await first.waitFor();
  const before = await first.boundingBox();
  expect(await total().count()).toBe(0);
  held.resolve();
  await total().waitFor();
  expect((await first.boundingBox())?.y).toBe(before?.y);
  await page.unrouteAll();
});
