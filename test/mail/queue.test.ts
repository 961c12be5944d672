import { expect, test } from 'vitest';
import { Browser, makePerson, makeSession } from '../harness/app.ts';
import { startSmtp } from '../harness/smtp.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { runMails } from './harness/mails.ts';

const api = useApi();

test('resets, and mails of teams that write few, do not wait behind a team that writes many', async () => {
  const [busy, quiet] = [await makeTeam(api()), await makeTeam(api())];
  const admin = await makeSession(busy, busy.owner);
  for (let n = 1; n <= 5; n += 1) {
    await admin.app.apiKeys.create.mutate({ name: `Key ${n}`, template: 'read_only' });
  }
  const owner = await makeSession(quiet, quiet.owner);
  await owner.app.apiKeys.create.mutate({ name: 'CRM', template: 'read_only' });
  const { email } = await makePerson(quiet);
  await new Browser(api()).app.account.requestReset.mutate({ email });
  const invited = 'invited@example.com';
  await owner.app.members.invite.mutate({ email: invited });
  const server = await startSmtp();
  await runMails(api(), server.url);
  await server.close();
  const arrived = server.mails.map(({ to }) => to[0]);
  const many = busy.owner.email;
  expect(arrived).toHaveLength(8);
  expect(arrived[0]).toBe(email);
  // The first mail of each team comes before any second one.
  expect(arrived.slice(1, 3).sort()).toEqual([many, quiet.owner.email].sort());
  expect(arrived.slice(3, 5).sort()).toEqual([invited, many].sort());
  expect(arrived.slice(5)).toEqual([many, many, many]);
});
