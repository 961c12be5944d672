import { expect, test } from 'vitest';
import { addMember } from '../../src/features/members/add-member.ts';
import { codeOf, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();

/** A person who has left every team, and has a session. */
async function formerMember(email: string) {
  const team = await makeTeam(api());
  const person = await team.addMember({ email });
  const browser = await makeSession(team, person);
  await team.request('DELETE', `/users/${person.memberId}`);
  return { ...person, browser };
}

/** Runs `joining` when the removal of an account has looked for teams but has not removed it. */
async function removeBeside<T>(removing: () => Promise<string>, joining: () => Promise<T>) {
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table erasure in share mode');
    const removed = removing();
    await waitingBackend(api().sql, 'erasure');
    const joined = joining();
    await Promise.race([joined, waitingBackend(api().sql, 'person')]);
    await holder.query('rollback');
    return await Promise.all([removed, joined]);
  } finally {
    holder.release();
  }
}

const membersWithoutAccount = async () => {
  const { rows } = await api().sql.query(
    `select m.id from member m where m.status = 'active'
       and not exists (select from person p where p.id = m.user_id)`,
  );
  return rows;
};

test('a person whom the operator adds during the removal of the account gets a new account', async () => {
  const { browser, userId, email } = await formerMember('added@example.com');
  const team = await makeTeam(api());
  const [removed, added] = await removeBeside(
    () => codeOf(browser.app.account.remove.mutate({})),
    () => team.do((call) => addMember(call, { email })),
  );
  expect(removed).toBe('ok');
  expect(added.user_id).not.toBe(userId);
  expect(await membersWithoutAccount()).toEqual([]);
});

test('an account that is being removed cannot accept an invitation', async () => {
  const { browser, email } = await formerMember('joining@example.com');
  const team = await makeTeam(api());
  const invited = await team.request('POST', '/users', { body: { email } });
  expect(invited.status).toBe(201);
  const token = await mailedToken(api(), email);
  const [removed, joined] = await removeBeside(
    () => codeOf(browser.app.account.remove.mutate({})),
    () => codeOf(browser.app.team.acceptInvitation.mutate({ token })),
  );
  expect([removed, joined]).toEqual(['ok', 'not_signed_in']);
  expect(await membersWithoutAccount()).toEqual([]);
});
