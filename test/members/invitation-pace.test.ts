import { expect, onTestFinished, test } from 'vitest';
import { sendInvitation } from '../../src/features/members/send-invitation.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { mailTasks } from '../../src/worker/mail/mail-tasks.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { Browser, codeOf, makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { readMail, startSmtp } from '../harness/smtp.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { mailerTo, runMails, tokenIn } from '../mail/harness/mails.ts';
import { startQueue } from '../worker/harness/queue.ts';

const api = useApi();
const YEAR_2100 = { expiresAt: new Date(Date.UTC(2100, 0)) };
let strangers = 0;

/** A mail server, and what the workers do for it. */
async function openMail() {
  const server = await startSmtp();
  onTestFinished(() => server.close());
  const to = (email: string) => server.mails.filter((mail) => mail.to.includes(email));
  return {
    to,
    mailer: mailerTo(server.url),
    /** Sends all mails that may leave now. */
    send: () => runMails(api(), server.url),
    /** The same after a while. The queue goes by the time of the database, which does not travel. */
    sendAfter: async (ms: number) => {
      api().clock.travel(ms);
      await api().sql.query('update graphile_worker._private_jobs set run_at = now()');
      await runMails(api(), server.url);
    },
    newestToken: (email: string) => tokenIn(readMail(to(email).at(-1)?.raw ?? '').text) ?? '',
  };
}

const newStranger = () => `stranger-${++strangers}@attack.example`;
const open = (team: TestTeam) => makeSession(team, team.owner, YEAR_2100);
const inspect = (token: string) => codeOf(new Browser(api()).app.account.getLink.mutate({ token }));

async function inviteByApi(team: TestTeam, email: string): Promise<string> {
  const { status, body } = await team.request('POST', '/users', { body: { email } });
  expect(status).toBe(201);
  return body.id as string;
}

async function removeByApi(team: TestTeam, id: string): Promise<void> {
  expect((await team.request('DELETE', `/users/${id}`)).status).toBe(200);
}

/** When the mail of an invitation leaves, as the app says. Null if it does not wait. */
async function mailTime(browser: Browser, id: string): Promise<string | null | undefined> {
  const { data } = await browser.app.members.list.query({ member_ids: [id] });
  return data[0]?.invitation?.mail_at;
}

test('invited and removed again and again, by API and app, an address gets one mail an hour and five a day', async () => {
  const team = await makeTeam(api());
  const browser = await open(team);
  const mail = await openMail();
  const email = newStranger();
  const began = api().clock.now().getTime();
  const cycle = async () => {
    await removeByApi(team, await inviteByApi(team, email));
    const { id } = await browser.app.members.invite.mutate({ email: ` ${email.toUpperCase()}` });
    await mail.send();
    await browser.app.members.withdrawInvitation.mutate({ member_id: id });
  };
  for (let i = 0; i < 3; i += 1) await cycle();
  expect(mail.to(email)).toHaveLength(1);
  for (const hour of [1, 2, 3, 4, 5, 23]) {
    await mail.sendAfter(began + hour * HOUR_MS + 60_000 - api().clock.now().getTime());
    await cycle();
    expect(mail.to(email)).toHaveLength(Math.min(hour + 1, 5));
  }
  const id = await inviteByApi(team, email);
  const at = await mailTime(browser, id);
  expect(Date.parse(at ?? '') - began).toBeGreaterThan(DAY_MS);
  expect(Date.parse(at ?? '') - began).toBeLessThan(DAY_MS + 60_000);
  await mail.sendAfter(Date.parse(at ?? '') - api().clock.now().getTime());
  expect(mail.to(email)).toHaveLength(6);
});

test('the mail that waits has the link of the newest invitation, and the app says when it leaves', async () => {
  const team = await makeTeam(api());
  const browser = await open(team);
  const mail = await openMail();
  const email = newStranger();
  const first = await inviteByApi(team, email);
  expect(await mailTime(browser, first)).toBe(null);
  await mail.send();
  expect(await mailTime(browser, first)).toBe(null);
  await removeByApi(team, first);
  const second = await inviteByApi(team, email);
  await mail.send();
  await removeByApi(team, second);
  const third = await inviteByApi(team, email);
  await mail.send();
  const { rows } = await api().sql.query('select created_at from mail where recipient = $1', [
    email,
  ]);
  const leaves = new Date(rows[0].created_at.getTime() + HOUR_MS);
  expect(await mailTime(browser, third)).toBe(leaves.toISOString());
  expect(mail.to(email)).toHaveLength(1);
  await mail.sendAfter(leaves.getTime() - api().clock.now().getTime());
  expect(mail.to(email)).toHaveLength(2);
  expect(await mailTime(browser, third)).toBe(null);
  expect(await inspect(mail.newestToken(email))).toBe('ok');
  const { rows: own } = await api().sql.query(
    `select l.member_id from one_time_link l where l.email = $1 and l.used_at is null`,
    [email],
  );
  expect(own).toEqual([{ member_id: third }]);
});

test('a mail that waits is not sent once its invitation is withdrawn, or once it was sent again', async () => {
  const team = await makeTeam(api());
  const browser = await open(team);
  const mail = await openMail();
  const [withdrawn, again] = [newStranger(), newStranger()];
  for (const email of [withdrawn, again]) {
    const id = await inviteByApi(team, email);
    await mail.send();
    await removeByApi(team, id);
  }
  const [lost, kept] = [await inviteByApi(team, withdrawn), await inviteByApi(team, again)];
  await mail.send();
  await removeByApi(team, lost);
  api().clock.travel(HOUR_MS);
  await browser.app.members.inviteAgain.mutate({ member_id: kept });
  await mail.sendAfter(0);
  await mail.sendAfter(HOUR_MS);
  expect(mail.to(withdrawn)).toHaveLength(1);
  expect(mail.to(again)).toHaveLength(2);
  expect(await inspect(mail.newestToken(again))).toBe('ok');
});

test('other addresses, other teams and other mails do not wait', async () => {
  const [team, other] = [await makeTeam(api()), await makeTeam(api())];
  const mail = await openMail();
  const email = newStranger();
  await removeByApi(team, await inviteByApi(team, email));
  const id = await inviteByApi(team, email);
  await mail.send();
  await removeByApi(team, id);
  const neighbour = newStranger();
  await inviteByApi(team, neighbour);
  await inviteByApi(other, email);
  await new Browser(api()).app.account.requestReset.mutate({ email: team.owner.email });
  await mail.send();
  expect(
    [mail.to(email), mail.to(neighbour), mail.to(team.owner.email)].map((m) => m.length),
  ).toEqual([2, 1, 1]);
});

test('an erasure of the mails does not lift the limit', async () => {
  const team = await makeTeam(api());
  const browser = await open(team);
  const mail = await openMail();
  const email = newStranger();
  const first = await inviteByApi(team, email);
  await mail.send();
  await removeByApi(team, first);
  await browser.app.members.erase.mutate({ member_id: first });
  await runErasures(api());
  const { rows } = await api().sql.query('select id from mail where recipient = $1', [email]);
  expect(rows).toEqual([]);
  const second = await inviteByApi(team, email);
  await mail.send();
  expect(mail.to(email)).toHaveLength(1);
  expect(await mailTime(browser, second)).not.toBe(null);
});

test('many jobs at once write one mail', async () => {
  const team = await makeTeam(api());
  const email = newStranger();
  const id = await inviteByApi(team, email);
  for (let i = 0; i < 8; i += 1) {
    api().clock.travel(1);
    await team.do((call) => sendInvitation(call, id));
  }
  const { sql, clock } = api();
  const mail = await openMail();
  const queue = await startQueue(sql, mailTasks({ pool: sql, clock, mailer: mail.mailer, links }));
  await until('the jobs have run', async () => {
    const { rows } = await sql.query(
      'select 1 from graphile_worker.jobs where run_at <= now() and locked_at is null',
    );
    return rows.length === 0;
  });
  await queue.stop();
  const { rows } = await sql.query('select id from mail where recipient = $1', [email]);
  expect(rows).toHaveLength(1);
});
