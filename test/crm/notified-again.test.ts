import { expect, test } from 'vitest';
import { CrmFailure } from '../../src/crm/crm-failure.ts';
import { tellOfConnections } from '../../src/worker/crm/tell-of-connections.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { aDeal, PlainCrm } from './harness/plain-crm.ts';

const api = useApi();
const tell = () => tellOfConnections({ pool: api().pool });
const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));

const refuses = () => {
  throw new CrmFailure('auth', { status: 401 });
};

test('a mail about a second failure is written only after a synchronization has succeeded', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.before = refuses;
  expect(await crm.synchronize()).toBe('failed');
  expect(await tell()).toBe(1);
  // Somebody signs in again, but the connection fails once more.
  await crm.set("state = 'active'");
  expect(await crm.synchronize()).toBe('failed');
  expect(await tell()).toBe(0);

  await crm.set("state = 'active'");
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  expect(await tell()).toBe(0);
  crm.before = refuses;
  expect(await crm.synchronize()).toBe('failed');
  expect(await tell()).toBe(1);
});

test('while a suspicious deletion is open, good synchronizations of changes cause no second mail', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(60);
  await crm.synchronize();
  crm.deals = [];
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('failed');
  await crm.set("failing_since = now() - interval '25 hours'");
  expect(await tell()).toBe(1);
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.row()).toMatchObject({ failed_for: 'suspicious_deletion' });
  expect(await tell()).toBe(0);

  // The deals appear again, and disappear once more.
  crm.deals = many(60);
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  crm.deals = [];
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('failed');
  await crm.set("failing_since = now() - interval '25 hours'");
  expect(await tell()).toBe(1);
});
