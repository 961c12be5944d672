import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser, makePerson, PASSWORD, signIn } from '../harness/app.ts';
import { readMail, startSmtp } from '../harness/smtp.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken, mailsTo, runMails } from '../mail/harness/mails.ts';

const api = useApi();
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let team: TestTeam;
let person: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  team = await makeTeam(api());
});
afterAll(() => smtp.close());
beforeEach(async () => {
  person = await makePerson(team);
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

async function subjects(): Promise<string[]> {
  await runMails(api(), smtp.url);
  return (await mailsTo(api(), person.email)).map(({ subject }) => subject);
}

test('the first sign-in ever, and sign-ins with a known browser, write no mail', async () => {
  const browser = await signIn(api(), person);
  await browser.app.session.signOut.mutate({});
  await browser.app.session.signIn.mutate({ email: person.email, password: PASSWORD });
  expect(await subjects()).toEqual([]);
});

test("for an account older than its log's entries, the first sign-in in the log writes a mail", async () => {
  await api().sql.query(
    `update person set created_at = created_at - interval '13 months' where id = $1`,
    [person.userId],
  );
  await signIn(api(), person);
  expect(await subjects()).toEqual(['Neue Anmeldung an Ihrem Konto']);
});

test('a sign-in with a new browser is told to the person, in their language: when, where, and what to do', async () => {
  await signIn(api(), person);
  const other = new Browser(api());
  other.headers = { 'user-agent': FIREFOX };
  await other.app.session.signIn.mutate({ email: person.email, password: PASSWORD });
  expect(await subjects()).toEqual(['Neue Anmeldung an Ihrem Konto']);
  await api().sql.query(`update person set lang = 'en' where id = $1`, [person.userId]);
  await signIn(api(), person);
  expect((await subjects()).sort()).toEqual([
    'Neue Anmeldung an Ihrem Konto',
    'New sign-in to your account',
  ]);
  const sent = smtp.mails.filter(({ to }) => to.includes(person.email));
  const [german = ''] = sent.map(({ raw }) => readMail(raw).text);
  expect(german).toContain('Browser: Firefox, Windows');
  expect(german).toContain('IP-Adresse: 127.0.0.1');
  expect(german).toMatch(/Zeit: \d+\. \p{L}+ \d{4} um \d\d:\d\d \(UTC\)/u);
  expect(german).toContain('/app/profile#sessions');
});

test('a person gets at most five such mails a day, and none without a mail server', async () => {
  for (let i = 0; i < 4; i++) await signIn(api(), person);
  await runMails(api());
  expect(await mailsTo(api(), person.email)).toEqual([]);
  for (let i = 0; i < 7; i++) {
    await signIn(api(), person);
    api().clock.travel(1_000);
  }
  expect(await subjects()).toHaveLength(5);
});

test('setting a password by a link writes no such mail', async () => {
  await signIn(api(), person);
  const browser = new Browser(api());
  await browser.app.account.requestReset.mutate({ email: person.email });
  const token = await mailedToken(api(), person.email);
  await browser.app.account.acceptLink.mutate({ token, password: 'another good password' });
  expect(await subjects()).not.toContain('Neue Anmeldung an Ihrem Konto');
});
