import { expect, test } from 'vitest';
import { WEEK_MS } from '../../src/shared/durations.ts';
import { Browser } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { contactSteps } from './harness/contact-steps.ts';

const api = useApi();
const steps = contactSteps(api);
const { newTeam, pass, read, asked, confirm, stop, mailsOf } = steps;

test('the link that has confirmed stops the mails, although no other mail has come', async () => {
  await newTeam();
  const { email, token } = await asked();
  expect(await confirm(token)).toBe('ok');
  // Later than the link could confirm.
  await pass(WEEK_MS);
  const { next } = await new Browser(api()).app.account.inspectLink.mutate({ token });
  expect(next).toBe('stop_contact');
  expect(await stop(token)).toBe('ok');
  expect(await read()).toMatchObject({ state: 'stopped', email: null });
  expect(await mailsOf(email)).toEqual([]);
  expect(await stop(token)).toBe('link_invalid');
});

test('a team that has ended keeps the address, so the link still erases it, and confirms nothing', async () => {
  await newTeam();
  const agreed = await asked();
  expect(await confirm(agreed.token)).toBe('ok');
  const end = (status: string) =>
    api().sql.query('update tenant set status = $2 where id = $1', [steps.team.tenantId, status]);
  await end('ended');
  expect(await stop(agreed.token)).toBe('ok');
  await end('active');
  expect(await read()).toMatchObject({ state: 'stopped', email: null });
  const { token } = await asked();
  await end('ended');
  expect(await confirm(token)).toBe('link_invalid');
});
