import { expect, test } from 'vitest';
import { sendInvitation } from '../../src/features/members/send-invitation.ts';
import { WEEK_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, makeSession } from '../harness/app.ts';
import { readMail, startSmtp } from '../harness/smtp.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { keepHouse, mailedToken, mailsTo, runMails, tokenIn } from '../mail/harness/mails.ts';

const api = useApi();
let people = 0;

async function invite(team: TestTeam, more: object = {}) {
  const email = `invited-${++people}@example.com`;
  const { status, body } = await team.request('POST', '/users', { body: { email, ...more } });
  expect(status).toBe(201);
  return { email, memberId: body.id as string };
}

async function rows(sql: string, ...values: unknown[]) {
  return (await api().sql.query(sql, values)).rows;
}

const inspect = (token: string) => codeOf(new Browser(api()).app.account.getLink.mutate({ token }));

test('an invitation is mailed, with the team, the role, the time limit and the link', async () => {
  const team = await makeTeam(api());
  const { email } = await invite(team, { role: 'admin', lang: 'en' });
  const token = await mailedToken(api(), email);
  const [mail] = await mailsTo(api(), email);
  const until = new Date(api().clock.now().getTime() + WEEK_MS);
  expect(mail?.subject).toBe('Invitation to a sales training');
  for (const part of ['Team under test', 'admin', email, String(until.getUTCFullYear())]) {
    expect(mail?.body).toContain(part);
  }
  const { app } = new Browser(api());
  expect(await app.account.getLink.mutate({ token })).toMatchObject({
    purpose: 'invitation',
    email,
    team_name: 'Team under test',
  });
});

test('an invitation from the app is mailed like an invitation over REST, in German unless it names another language', async () => {
  const team = await makeTeam(api());
  const email = 'from-the-app@example.com';
  const browser = await makeSession(team, team.owner);
  await browser.app.members.invite.mutate({ email });
  await mailedToken(api(), email);
  expect((await mailsTo(api(), email))[0]?.subject).toBe('Einladung zum Verkaufstraining');
});

test('a person with an account is written to in the language of the account', async () => {
  const [person, team] = [(await makeTeam(api())).owner, await makeTeam(api())];
  await rows("update person set lang = 'en' where id = $1", person.userId);
  await team.request('POST', '/users', { body: { email: person.email, lang: 'de' } });
  await runMails(api());
  expect((await mailsTo(api(), person.email))[0]?.subject).toMatch(/^Invitation/);
});

test('the request makes no link: the token is made by the worker, sealed in the mail, and in no text', async () => {
  const team = await makeTeam(api());
  const { email, memberId } = await invite(team);
  expect(await rows('select id from one_time_link where member_id = $1', memberId)).toEqual([]);
  const token = await mailedToken(api(), email);
  const stored = await rows(
    `select m::text as mail, l::text as link, encode(m.sealed_link, 'escape') as sealed
     from mail m join one_time_link l on l.id = m.link_id where m.recipient = $1`,
    email,
  );
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(api().logLines.join()).not.toContain(token);
});

test('a sent mail contains the link, and its row no longer does', async () => {
  const server = await startSmtp();
  const { email } = await invite(await makeTeam(api()));
  await runMails(api(), server.url);
  await server.close();
  const sent = server.mails.find(({ to }) => to.includes(email));
  const token = tokenIn(readMail(sent?.raw ?? '').text);
  expect(await inspect(token ?? '')).toBe('ok');
  const [listed] = await mailsTo(api(), email);
  expect(listed).toMatchObject({ sent_at: expect.any(Date) });
  expect(listed?.body).toContain('  (Der Link wird nicht mehr angezeigt.)\n');
  expect(await rows('select sealed_link from mail where recipient = $1', email)).toEqual([
    { sealed_link: null },
  ]);
});

test('an invitation that is sent again has a new link, and the former link no longer works', async () => {
  const team = await makeTeam(api());
  const { email, memberId } = await invite(team);
  const first = await mailedToken(api(), email);
  api().clock.travel(1000);
  await team.do((call) => sendInvitation(call, memberId));
  const second = await mailedToken(api(), email);
  expect([await inspect(first), await inspect(second)]).toEqual(['link_invalid', 'ok']);
  expect(await mailsTo(api(), email)).toHaveLength(2);
});

test('a job that runs twice writes one mail, whose link stays valid', async () => {
  const team = await makeTeam(api());
  const { email, memberId } = await invite(team);
  await team.do((call) => sendInvitation(call, memberId));
  const token = await mailedToken(api(), email);
  expect(await mailsTo(api(), email)).toHaveLength(1);
  expect(await inspect(token)).toBe('ok');
});

test('a removed member gets no mail if the worker has not written it, or else a link that has ended', async () => {
  const team = await makeTeam(api());
  const [early, late] = [await invite(team), await invite(team)];
  await team.request('DELETE', `/users/${early.memberId}`);
  const token = await mailedToken(api(), late.email);
  await team.request('DELETE', `/users/${late.memberId}`);
  expect(await mailsTo(api(), early.email)).toEqual([]);
  expect(await inspect(token)).toBe('link_invalid');
  expect(tokenIn((await mailsTo(api(), late.email))[0]?.body)).toBe(undefined);
});

test('a mail whose link has ended is no longer sent', async () => {
  const team = await makeTeam(api());
  const { email, memberId } = await invite(team);
  const refusing = await startSmtp({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('4.2.1 later'), { responseCode: 450 })),
  });
  await runMails(api(), refusing.url);
  await refusing.close();
  await team.request('DELETE', `/users/${memberId}`);
  await rows('update graphile_worker._private_jobs set run_at = now()');
  const server = await startSmtp();
  await runMails(api(), server.url);
  await server.close();
  expect(server.mails.filter(({ to }) => to.includes(email))).toEqual([]);
});

test('an expired link is erased in its mail', async () => {
  const { email } = await invite(await makeTeam(api()));
  const token = await mailedToken(api(), email);
  api().clock.travel(WEEK_MS - 1);
  await keepHouse(api());
  expect(tokenIn((await mailsTo(api(), email))[0]?.body)).toBe(token);
  api().clock.travel(1);
  await keepHouse(api());
  expect(tokenIn((await mailsTo(api(), email))[0]?.body)).toBe(undefined);
});

test('a name with line breaks cannot make a header, a line or a link', async () => {
  const server = await startSmtp();
  const team = await makeTeam(api());
  const name = 'Team\r\nBcc: victim@example.com\r\n\r\n  {link}\n  {link}';
  await rows('update tenant set name = $2 where id = $1', team.tenantId, name);
  const { email } = await invite(team);
  await runMails(api(), server.url);
  await server.close();
  const sent = server.mails.find(({ to }) => to.includes(email));
  const { headers, text } = readMail(sent?.raw ?? '');
  expect(sent?.to).toEqual([email]);
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('subject')).toBe('Einladung zum Verkaufstraining');
  expect(text).toContain('„Team Bcc: victim @ example. com {link} {link}“');
  expect(text.match(/app\/link#/g)).toHaveLength(1);
  expect(tokenIn(text)).toBeDefined();
});

test('if a mail server refuses a mail for its link and quotes it, the reason is stored without the link', async () => {
  const server = await startSmtp({
    onData(stream, _, done) {
      stream.toArray().then((chunks: Buffer[]) => {
        const token = tokenIn(readMail(Buffer.concat(chunks).toString('latin1')).text);
        const error = new Error(`5.7.1 the link #${token} is on our list`);
        done(Object.assign(error, { responseCode: 550 }));
      }, done);
    },
  });
  const { email } = await invite(await makeTeam(api()));
  await runMails(api(), server.url);
  await server.close();
  expect(await rows('select last_error from mail where recipient = $1', email)).toEqual([
    { last_error: 'EMESSAGE: 550 5.7.1 the link #… is on our list' },
  ]);
});
