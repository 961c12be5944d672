import { expect, test } from 'vitest';
import type { Access } from '../../../src/crm/connector.ts';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { renewLeases } from '../../../src/worker/crm/claim.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { storeAccess } from '../../../src/worker/crm/synchronize/token-renewing-session.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { crmKey } from '../harness/connection.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const stopped = { signal: AbortSignal.abort(), maxMs: 60_000 };

/** A claim whose lease another worker has taken over. `leased_at` is the other worker's. */
async function lostClaim() {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = [aDeal('1')];
  await crm.synchronize();
  const lost = await crm.claim();
  const held = await crm.claim();
  expect(held.leaseNo).toBe(lost.leaseNo + 1);
  return { crm, lost, held };
}

test('a worker renews the leases that it holds, and not those that it has lost', async () => {
  const { crm, lost, held } = await lostClaim();
  await crm.set("leased_at = now() - interval '40 s'");
  const { leased_at: before } = await crm.row();
  await renewLeases(api().pool, [lost]);
  expect((await crm.row()).leased_at).toEqual(before);
  await renewLeases(api().pool, [held]);
  expect((await crm.row()).leased_at).not.toEqual(before);
  // A connection without a worker stays free.
  await crm.set('leased_at = null');
  await renewLeases(api().pool, [held]);
  expect((await crm.row()).leased_at).toBe(null);
});

test('a worker that stops gives back its leases, but none that another worker has taken over', async () => {
  const { crm, lost, held } = await lostClaim();
  const before = await crm.row();
  await synchronize(crm.deps(), lost, stopped);
  expect(await crm.row()).toEqual(before);
  expect(await synchronize(crm.deps(), held, stopped)).toBe('yielded');
  expect((await crm.row()).leased_at).toBe(null);
});

test('a worker that has lost its lease does not overwrite newer tokens', async () => {
  const { crm, lost, held } = await lostClaim();
  const former = lost.credentials ?? Buffer.of();
  const renewal = (no: number): Access => ({
    kind: 'oauth',
    tokens: {
      access_token: `access ${no}`,
      refresh_token: `refresh ${no}`,
      expires_at: null,
      host: null,
    },
  });
  const store = ({ leaseNo, credentialsAt }: typeof lost, no: number) =>
    storeAccess(api().pool, lost, {
      key: crmKey,
      enteredAt: credentialsAt,
      leaseNo,
      former,
      access: renewal(no),
    });
  const newer = await store(held, 2);
  expect(await store(lost, 3)).toBe(null);
  expect((await crm.row()).credentials).toEqual(newer);
  // The worker with the lease may store anything.
  expect(await store(held, 4)).not.toBe(null);
});

test('what was read with credentials that a person has replaced since is not stored', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = [aDeal('1')];
  crm.before = () => crm.set("credentials_at = now() + interval '1 s'").then(() => undefined);
  expect(await crm.synchronize()).toBe('stopped');
  expect(await crm.storedIds()).toEqual([]);
});

test('a refusal of credentials that a person has replaced since is no failure', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.before = async () => {
    await crm.set("credentials_at = now() + interval '1 s'");
    throw new CrmFailure('auth', { status: 401 });
  };
  expect(await crm.synchronize()).toBe('stopped');
  expect(await crm.row()).toMatchObject({ state: 'active', failures: 0, failed_for: null });
});
