import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { startSmtp } from '../harness/smtp.ts';
import { makeTeam } from '../harness/team.ts';
import { runMails } from '../mail/harness/mails.ts';

const app = useApp();

// The app says by the browser's clock whether a time is today.
beforeAll(() => {
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
});

test.each([
  {
    language: 'de',
    invite: 'Einladen',
    field: 'E-Mail',
    says: /Die Mail wird (um|am) .* gesendet/,
  },
  { language: 'en', invite: 'Invite', field: 'E-mail', says: /The mail leaves (at|on) / },
] as const)('the app says when the mail of an invitation leaves ($language)', async (words) => {
  const { api } = app();
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const team = await makeTeam(api);
  await api.sql.query('update person set lang = $2 where id = $1', [
    team.owner.userId,
    words.language,
  ]);
  const email = `again.${team.tenantId}@example.com`;
  const { body } = await team.request('POST', '/users', { body: { email } });
  await runMails(api, smtp.url);
  await team.request('DELETE', `/users/${body.id}`);

  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, language: words.language });
  const { page } = visitor;
  await visitor.open('/members');
  await page.getByRole('button', { name: words.invite, exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(words.field).fill(email);
  await form.getByRole('button', { name: words.invite, exact: true }).click();
  await page.getByText(words.says).waitFor();

  await page.getByRole('link', { name: email, exact: true }).click();
  await page.getByRole('heading', { name: email }).waitFor();
  const { rows } = await api.sql.query(
    `select created_at + interval '1 hour' as leaves from mail where recipient = $1`,
    [email],
  );
  const clock = new Intl.DateTimeFormat(words.language === 'de' ? 'de-DE' : 'en-GB', {
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(rows[0].leaves);
  const told = await page.getByRole('definition').filter({ hasText: words.says }).textContent();
  expect(told).toContain(clock);
  expect(await visitor.violations()).toEqual([]);
});
