import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { insertAssignment, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

test('a request, its entry and its deliveries are one row, which names the person and leads to the thread', async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api, { rateLimit: 10_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const { memberId: member_id, email } = await team.addMember();
  const id = await insertAssignment(team, { member_id, title: 'Price' });
  const body = { status: 'done' };
  const { headers } = await team.request('PATCH', `/assignments/${id}`, { body });
  const request = headers['x-request-id'];
  const endpoint_id = await insertEndpoint(team);
  await insertDelivery(team, { endpoint_id, type: 'assignment.completed' });
  await insertDelivery(team, { endpoint_id, type: 'assignment.created' });
  await api.sql.query('update webhook_event set request_id = $1 where tenant_id = $2', [
    ...[request, team.tenantId],
  ]);
  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, language: 'en' });
  await visitor.open('/overview');
  const list = visitor.page.getByRole('region', { name: 'Latest' });
  const row = list.getByRole('link', { name: /^Assignment changed/ });
  await row.getByText('2 deliveries: Queued').waitFor();
  await row.getByText(`${email} · Price`).waitFor();
  expect(await list.getByText(/PATCH|assignment\.completed/).count()).toBe(0);
  await row.click();
  await visitor.page.waitForURL(`**/thread/${request}`);
  visitor.requireClean();
});
