import { expect, test } from 'vitest';
import { insertLines } from '../../src/db/log-slots.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

test('the usage says how slow each program is, puts the slowest first, and explains the number; on a telephone it stands below the name', async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api);
  const [slow, few] = [await team.createKey(), await team.createKey()];
  // A program with fewer than 20 requests has no number.
  for (const [key, count, ms] of [
    [team.keyId, 20, 77],
    [slow.key_id, 20, 1_234],
    [few.key_id, 19, 5],
  ] as const) {
    const lines = `select now() - g * interval '1 ms' as created_at, gen_random_uuid() as request_id,
      '${key}' as key_id, 'GET' as method, '/me' as route, null as path, 200 as status, null as code,
      null::jsonb as why, ${ms} as ms, null as ip from generate_series(1, ${count}) g`;
    await api.sql.query(insertLines(lines), [team.tenantId]);
    await api.sql.query(
      'insert into request_day (tenant_id, day, key_id, ok) values ($1, $2, $3, $4)',
      [team.tenantId, api.clock.now(), key, count],
    );
  }
  const session = await makeSession(team, team.owner);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const visitor = await app().visit({ language: 'en', session });
  const { page } = visitor;
  await visitor.resize({ width: 1440, height: 900 });
  await visitor.open('/request-log?view=usage');
  const head = page.getByRole('columnheader', { name: 'p95' });
  await head.getByTitle(/95 of 100 requests got their response within this time/).waitFor();
  await head.getByRole('button').click();
  await page.waitForURL(/sort=-p95/);
  const rows = page.getByRole('table', { name: 'By program' }).locator('tbody tr');
  const shown = async () =>
    (await rows.allInnerTexts()).map((text) => text.match(/[\d,]+\sms/)?.[0]);
  await expect
    .poll(shown)
    .toEqual([expect.stringMatching(/^1,234\sms$/), expect.stringMatching(/^77\sms$/), undefined]);
  await visitor.resize(narrow);
  await rows.first().getByText('p95: 1,234').waitFor();
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
  await visitor.resize(wide);
});
