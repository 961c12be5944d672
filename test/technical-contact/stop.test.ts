import { expect, test } from 'vitest';
import { DAY_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { contactSteps } from './harness/contact-steps.ts';

const api = useApi();
const steps = contactSteps(api);
const { newTeam, pass, read, set, asked: requested, confirm, stop, mailsOf } = steps;

test('the link that has confirmed also stops the mails, even if no other mail has come', async () => {
  await newTeam();
  const { email, token } = await requested();
  expect(await confirm(token)).toBe('ok');
  // After this week, a link that confirms would have expired.
  await pass(WEEK_MS);
  const { next } = await new Browser(api()).app.account.getLink.mutate({ token });
  expect(next).toBe('stop_contact');
  expect(await stop(token)).toBe('ok');
  expect(await read()).toMatchObject({ state: 'stopped', email: null });
  expect(await mailsOf(email)).toEqual([]);
  expect(await stop(token)).toBe('link_invalid');
});

test('the link of a team that has ended erases the address that the team keeps, and confirms nothing', async () => {
  await newTeam();
  const agreed = await requested();
  expect(await confirm(agreed.token)).toBe('ok');
  const end = (status: string) =>
    api().sql.query('update tenant set status = $2 where id = $1', [steps.team.tenantId, status]);
  await end('ended');
  expect(await stop(agreed.token)).toBe('ok');
  await end('active');
  expect(await read()).toMatchObject({ state: 'stopped', email: null });
  const { token } = await requested();
  await end('ended');
  expect(await confirm(token)).toBe('link_invalid');
});

test('after a contact has declined, the team can ask nobody for a day, and the app says so', async () => {
  await newTeam();
  const { email, token } = await requested();
  expect(await stop(token)).toBe('ok');
  expect(await codeOf(set(email))).toBe('rate_limited');
  await pass(DAY_MS);
  expect(await codeOf(set(email))).toBe('ok');
});
