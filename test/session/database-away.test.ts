import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertLink } from '../account/harness/links.ts';
import { Browser, codeOf, makePerson, PASSWORD } from '../harness/app.ts';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

const proxy = new DatabaseProxy();
const api = useApi({ through: proxy, poolSize: 6 });
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(api());
});
afterAll(() => proxy.close());

type Answer = { code: string; status: number; retryAfter: string | null; cookies: number };

async function signInAs({ email }: Person, browser: Browser): Promise<Answer> {
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await browser.post('session.signIn', body);
  const { error } = (await response.json()) as { error?: { data: { code: string } } };
  const retryAfter = response.headers.get('retry-after');
  const code = error?.data.code ?? 'ok';
  return { code, status: response.status, retryAfter, cookies: browser.cookies.size };
}

/** Cuts the connection while transactions of `begin` wait for a table. */
async function cutWhileWaiting(table: string, begin: () => void): Promise<void> {
  const client = await api().sql.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  begin();
  await waitingBackend(api().sql, table);
  proxy.cut();
  await client.query('rollback');
  client.release();
}

test('if the database goes away during sign-ins, each is whole or does not exist, and the answers are clear', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => makePerson(team)));
  const answers: Answer[] = [];
  const browsers: Browser[] = [];
  const count = (wanted: string) => answers.filter(({ code }) => code === wanted).length;
  let stopped = false;
  const running = people.map(async (person) => {
    while (!stopped) {
      const browser = new Browser(api());
      const answer = await signInAs(person, browser);
      answers.push(answer);
      if (answer.code === 'ok') browsers.push(browser);
    }
  });
  await until('sign-ins', () => count('ok') >= 8);
  // The last step of a sign-in's transaction.
  await cutWhileWaiting('known_device', () => undefined);
  await until('refusals', () => count('unavailable') >= 60);
  proxy.mend();
  const before = count('ok');
  await until('sign-ins again', () => count('ok') >= before + 8);
  stopped = true;
  await Promise.all(running);

  const refused = answers.filter(({ code }) => code !== 'ok');
  expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ code: 'unavailable', status: 503, retryAfter: '5', cookies: 0 })]),
  );
  for (const browser of browsers) {
    expect(await browser.app.session.current.query({})).not.toBe(null);
  }
  const { rows } = await api().sql.query(
    `select (select count(*)::int from session s where s.person_id = p.id) as sessions,
       (select count(*)::int from known_device d where d.person_id = p.id) as devices,
       (select count(*)::int from security_log l where l.person_id = p.id) as entries
     from person p where p.id = any ($1)`,
    [people.map(({ userId }) => userId)],
  );
  for (const { sessions, devices, entries } of rows) {
    expect([devices, entries]).toEqual([sessions, sessions]);
  }
});

test('a link that was being used when the database went away can be used again', async () => {
  const { token, person } = await insertLink(team);
  const accept = () =>
    codeOf(
      new Browser(api()).app.account.acceptLink.mutate({ token, password: PASSWORD, name: 'A' }),
    );
  let accepted: Promise<string> | undefined;
  await cutWhileWaiting('security_log', () => {
    accepted = accept();
  });
  expect(await accepted).toBe('unavailable');
  proxy.mend();
  const { rows } = await api().sql.query('select password_hash from person where id = $1', [
    person.userId,
  ]);
  expect(rows).toEqual([{ password_hash: null }]);
  await until('the database', async () => (await team.request('GET', '/me')).status === 200);
  expect(await accept()).toBe('ok');
  expect(await accept()).toBe('link_invalid');
});
