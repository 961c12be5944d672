import { expect, test } from 'vitest';
import type { OpenedApi } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { idleApi } from '../harness/connection.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const MINUTE_MS = 60_000;

test.each([
  ['five minutes behind', -5 * MINUTE_MS],
  ['five minutes ahead', 5 * MINUTE_MS],
])('a change is found although the clock of the provider is %s', async (_, aheadMs) => {
  const providerNow = () => new Date(Date.now() + aheadMs);
  // The overlap of this connector is one minute.
  const crm = await PlainCrm.of(await makeTeam(api()));
  const openApi = (): OpenedApi => Object.assign(idleApi(), { providerTime: providerNow() });
  crm.deals = [aDeal('1000')];
  expect(await crm.synchronize({ openApi })).toBe('ok');
  crm.deals = [aDeal('1000'), aDeal('2000', { changedAt: providerNow() })];
  expect(await crm.synchronize({ openApi })).toBe('ok');
  expect(crm.requests.at(-1)?.window.since).not.toBeNull();
  expect(await crm.storedIds()).toEqual(['1000', '2000']);
  // Windows after the first full pass also end at the provider's time.
  crm.deals = [aDeal('1000'), aDeal('3000', { changedAt: providerNow() })];
  expect(await crm.synchronize({ openApi })).toBe('ok');
  expect(await crm.storedIds()).toEqual(['1000', '2000', '3000']);
});
