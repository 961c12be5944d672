import { expect, test } from 'vitest';
import { codeOf, makePerson, makeSession, signIn } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();

test('somebody who was removed accepts a later invitation and is a member again', async () => {
  const team = await makeTeam(api());
  const person = await makePerson(team);
  await team.request('DELETE', `/users/${person.memberId}`);
  const invited = await team.request('POST', '/users', { body: { email: person.email } });
  expect(invited.status).toBe(201);
  const token = await mailedToken(api(), person.email);
  const browser = await signIn(api(), person);
  expect(await codeOf(browser.app.team.acceptInvitation.mutate({ token }))).toBe('ok');
  expect((await browser.app.team.get.query({})).id).toBe(team.tenantId);
  const { rows } = await api().sql.query(
    'select status from member where tenant_id = $1 and user_id = $2 order by created_at, id',
    [team.tenantId, person.userId],
  );
  expect(rows.map(({ status }) => status).sort()).toEqual(['active', 'removed']);
  // An address that is a member already gets an answer that says so.
  const second = await makeSession(team, person);
  expect(await codeOf(second.app.team.acceptInvitation.mutate({ token }))).toBe('link_invalid');
});
