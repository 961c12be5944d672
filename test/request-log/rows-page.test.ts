import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();

test('on a small laptop the path has room, and the code of a refusal stands beside it', async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const answer = await team.request('GET', '/evaluations?limit=x');
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [answer.headers['x-request-id']])).rowCount === 1;
  });
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  const { page } = owner;
  const row = page.getByRole('row').filter({ hasText: '/evaluations' }).first();
  const column = page.getByRole('columnheader', { name: 'Error code' });
  for (const [width, columns] of [
    [1152, 0],
    [390, 0],
    [1440, 1],
  ] as const) {
    await owner.resize({ width, height: 800 });
    await owner.open('/request-log');
    await expect.poll(() => column.count()).toBe(columns);
    const request = row.getByRole('cell').first();
    if (width > 390) expect((await request.boundingBox())?.width).toBeGreaterThanOrEqual(312);
    expect(await row.getByText('validation_error').count()).toBe(1);
    expect(await request.getByText('validation_error').count()).toBe(1 - columns);
    const path = request.getByText('/evaluations', { exact: true });
    expect(await path.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    // The path stands directly beside the method, and the program after it.
    const [method, name] = [
      request.getByText('GET', { exact: true }),
      request.getByText('Key under test'),
    ];
    expect((await method.boundingBox())?.y).toBe((await path.boundingBox())?.y);
    if ((await name.count()) > 0) {
      expect((await name.boundingBox())?.y).toBeGreaterThan((await path.boundingBox())?.y ?? 0);
    }
    expect(await name.count()).toBe(width === 390 ? 1 : 0);
  }
  owner.requireClean();
});

test('a long id in a path lacks its middle, so that the end of the path can be read', async () => {
  const team = await makeTeam(app().api);
  const id = `trn_${'0'.repeat(22)}7zbx`;
  const answer = await team.request('GET', `/trainings/${id}/evaluation`);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [answer.headers['x-request-id']])).rowCount === 1;
  });
  const owner = await app().visit({ session: await makeSession(team, team.owner) });
  await owner.resize({ width: 1440, height: 900 });
  await owner.open('/request-log');
  const path = owner.page.getByText('/trainings/trn_…7zbx/evaluation', { exact: true });
  expect(await path.getAttribute('title')).toBe(`/trainings/${id}/evaluation`);
  expect(await path.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test('above the list, the chart has two values beside it, and neither touches the legend', async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const answers = await Promise.all([1, 2, 3, 4].map(() => team.request('GET', '/me')));
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where request_id = any ($1)';
    return (await app().api.sql.query(sql, [ids])).rowCount === ids.length;
  });
  const owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  const { page } = owner;
  await owner.open('/request-log');
  const values = page.locator('figure ul').first().getByRole('listitem', { includeHidden: true });
  expect(await values.allInnerTexts()).toEqual(['0', '4']);
  const legend = await page.getByRole('button', { name: 'Successful' }).boundingBox();
  const top = await values.last().boundingBox();
  expect(top?.y).toBeGreaterThanOrEqual((legend?.y ?? 0) + (legend?.height ?? 0));
  owner.requireClean();
});
