import { expect, onTestFinished, test } from 'vitest';
import { looksOf, openAccount, providers } from '../../scripts/try-crm/open-account.ts';
import { factsOf, tableOf, tryFacts } from '../../scripts/try-crm/try-facts.ts';
import { QuickClock } from './harness/crm-client.ts';
import { fakeAccount, fakeHubspotAccount } from './harness/fake-account.ts';

async function tried(
  provider: (typeof providers)[number],
  env: Record<string, string | undefined>,
) {
  const { account, close } = await openAccount(provider, env, {
    clock: new QuickClock(),
  });
  onTestFinished(close);
  return await tryFacts(provider, account);
}

test.each(providers)(
  'on a fake of %s no fact differs, and nothing of a record is printed',
  async (provider) => {
    const { fake, env } = await fakeAccount(provider);
    onTestFinished(() => fake.close());
    const found = await tried(provider, env);
    expect(found.filter(({ verdict }) => verdict === 'DIFFERS')).toEqual([]);
    expect(found.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(6);
    expect(tableOf(found)).not.toMatch(/confidential/i);
    expect(tableOf(found)).not.toContain('a-token-that-nobody-prints');
    const changes = fake.server.requests.filter(
      ({ method, path }) =>
        method !== 'GET' && !/search$|batch\/read$|token$|composite$/.test(path),
    );
    expect(changes).toEqual([]);
  },
);

test('a fact that differs is reported', async () => {
  const { fake, env } = await fakeHubspotAccount();
  onTestFinished(() => fake.close());
  fake.properties = fake.properties.filter(({ name }) => name !== 'hs_is_closed');
  fake.missingScopes.add('crm.objects.owners.read');
  const found = await tried('hubspot', env);
  expect(found.filter(({ verdict }) => verdict === 'DIFFERS')).toMatchObject([
    { name: 'account', seen: 'missing: crm.objects.owners.read' },
    { name: 'reference', seen: expect.stringContaining('auth') },
    { name: 'deals' },
    { name: 'changed_deals' },
    { name: 'notes' },
    { name: 'property_names', seen: 'missing: hs_is_closed' },
  ]);
});

test('a missing variable is named', async () => {
  await expect(openAccount('pipedrive', {})).rejects.toThrow(
    'Set PIPEDRIVE_TOKEN, PIPEDRIVE_COMPANY',
  );
});

test.each(providers)(
  'docs/crm.md lists what could not be tried at %s, and says which of it the script reads',
  (provider) => {
    const facts = factsOf(provider);
    const read = facts.filter(({ how }) => how === 'reads it').map(({ name }) => name);
    expect(read.sort()).toEqual(Object.keys(looksOf[provider]).sort());
    expect(facts.filter(({ says, how }) => !says || !how)).toEqual([]);
    expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length);
  },
);
