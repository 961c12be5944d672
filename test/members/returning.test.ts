import { expect, test } from 'vitest';
import { codeOf, makePerson, makeSession, signIn } from '../harness/app.ts';
import { insertAssignment, insertCase } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { addTraining, readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();

test('a returning person begins a new membership, without the trainings of the former one', async () => {
  const team = await makeTeam(api());
  const former = await team.addMember();
  const old = await addTraining(team, former, { evaluation: {} });
  const assignment = await insertAssignment(team, { member_id: former.memberId });
  const teamCase = await insertCase(team, { member_id: former.memberId });
  await team.request('DELETE', `/users/${former.memberId}`);

  const returned = await team.addMember({ email: former.email });
  expect(returned.memberId).not.toBe(former.memberId);
  // The account is the same.
  expect(returned.userId).toBe(former.userId);
  const fresh = await addTraining(team, returned, { evaluation: {} });
  for (const path of [
    '/trainings',
    `/trainings?user_id=${returned.userId}`,
    '/evaluations',
    '/evaluations?include=evaluation',
  ]) {
    expect([path, (await readAll(team, path)).ids]).toEqual([path, [fresh]]);
  }
  for (const path of [`/trainings/${old}`, `/trainings/${old}/evaluation`]) {
    expect((await team.request('GET', path)).status).toBe(404);
  }
  expect((await team.request('GET', `/users/${former.memberId}`)).status).toBe(404);
  // The assignments stay revoked, and team cases stay.
  const { body } = await team.request('GET', `/assignments/${assignment}`);
  expect(body.status).toBe('revoked');
  expect((await readAll(team, '/cases')).ids).toEqual([teamCase]);
  expect((await team.request('GET', `/cases/${teamCase}`)).status).toBe(200);
});

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
