import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { type Browser, makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';

const app = useApp();
/** More than the list loads at once, and more than a page of the API can have. */
const NEWER = 250;
let team: TestTeam;
let member: Person;
let elsewhere: Browser;
let oldest: string;

beforeAll(async () => {
  team = await makeTeam(app().api);
  member = await makePerson(team);
  elsewhere = await makeSession(team, member);
  elsewhere.headers = { origin: app().origin };
  oldest = (await elsewhere.app.cases.createOwn.mutate({ title: 'The oldest' })).id;
  await app().api.sql.query(
    `insert into team_case (tenant_id, id, member_id, visibility, title, created_at, updated_at)
     select $1, 'cas_' || $2 || n, $2, 'private', 'Newer', created_at + interval '1 hour', created_at
     from team_case, generate_series(1, $3) n where tenant_id = $1 and id = $4`,
    [team.tenantId, member.memberId, NEWER, oldest],
  );
  const { data } = await elsewhere.app.cases.listOwn.query({ limit: '200' });
  expect(data.map(({ id }) => id)).not.toContain(oldest);
});

test('a link to a private case that the list has not loaded opens it', async () => {
  const visitor = await app().visit({ session: await makeSession(team, member) });
  await visitor.open(`/my/cases?case=${oldest}`);
  const pane = visitor.page.getByRole('dialog', { name: 'The oldest' });
  await pane.getByRole('button', { name: 'Bearbeiten' }).waitFor();
  expect(await visitor.violations()).toEqual([]);
});

test('a link to a private case of somebody else says that there is none', async () => {
  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, expects: /404/ });
  await visitor.open(`/my/cases?case=${oldest}`);
  await visitor.page.getByText('Diese Seite gibt es nicht').waitFor();
});

test('an old case that the person changed elsewhere meanwhile is not overwritten unseen', async () => {
  const visitor = await app().visit({
    session: await makeSession(team, member),
    expects: /409/,
  });
  const { page } = visitor;
  await visitor.open(`/my/cases?case=${oldest}`);
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  const { own, version } = await ownCase();
  await elsewhere.app.cases.changeOwn.mutate({ ...own, version, title: 'From a telephone' });
  const form = page.getByRole('dialog', { name: 'Fall bearbeiten' });
  await form.getByLabel('Titel').fill('From the desk');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
  await stale.getByText('From a telephone').waitFor();
  await stale.getByRole('button', { name: 'Mit meinen Eingaben überschreiben' }).click();
  await page.getByRole('heading', { name: 'From the desk' }).waitFor();
  expect((await ownCase()).title).toBe('From the desk');
});

async function ownCase() {
  const own = { case_id: oldest };
  return { own, ...(await elsewhere.app.cases.getOwn.query(own)) };
}
