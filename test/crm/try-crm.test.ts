import { expect, onTestFinished, test } from 'vitest';
import { factsOf, openAccount, providers } from '../../scripts/try-crm/open-account.ts';
import { tableOf, tryFacts } from '../../scripts/try-crm/try-facts.ts';
import { documentNamed, sectionOf } from '../docs/harness/documents.ts';
import { QuickClock } from './harness/crm-client.ts';
import { FakeHubspot } from './harness/fake-hubspot.ts';
import { FakePipedrive } from './harness/fake-pipedrive.ts';
import { FakeSalesforce } from './harness/fake-salesforce.ts';

/** The properties of deals that every account of HubSpot has. */
const standard = [
  ...['dealname', 'amount', 'deal_currency_code', 'closedate', 'dealstage', 'pipeline'],
  ...['hs_deal_stage_probability', 'hs_is_closed', 'hs_is_closed_won', 'hubspot_owner_id'],
  ...['hs_lastmodifieddate', 'hs_merged_object_ids', 'notes_last_updated', 'closed_lost_reason'],
].map((name) => ({ name, label: name, type: 'string', fieldType: 'text', options: [] }));

const token = 'a-token-that-nobody-prints';

async function hubspot() {
  const fake = await FakeHubspot.start(0);
  onTestFinished(() => fake.close());
  fake.tokens.add(token);
  fake.properties.push(...standard);
  fake.limits.daily = 250_000;
  const deals = Array.from({ length: 12 }, (_, n) =>
    fake.addDeal({ dealname: `Confidential ${n}` }),
  );
  fake.mergeDeals(deals[0] ?? '', deals[1] ?? '');
  fake.addNote([deals[2] ?? ''], 'A confidential note');
  return { fake, env: { HUBSPOT_BASE_URL: fake.url, HUBSPOT_TOKEN: token } };
}

async function pipedrive() {
  const fake = await FakePipedrive.start();
  onTestFinished(() => fake.close());
  fake.limits.daily = { tokens: 100_000, used: 0 };
  fake.limits.burst = { requests: 200 };
  for (let n = 0; n < 12; n += 1) fake.addDeal({ title: 'Confidential' });
  const { url: PIPEDRIVE_BASE_URL, apiToken: PIPEDRIVE_TOKEN } = fake;
  return { fake, env: { PIPEDRIVE_BASE_URL, PIPEDRIVE_TOKEN, PIPEDRIVE_COMPANY: 'acme' } };
}

async function salesforce() {
  const fake = await FakeSalesforce.start();
  onTestFinished(() => fake.close());
  for (let n = 0; n < 12; n += 1) fake.addDeal({ Name: 'Confidential' });
  const { key: SALESFORCE_KEY, secret: SALESFORCE_SECRET } = fake.keys;
  const keys = { SALESFORCE_KEY, SALESFORCE_SECRET, SALESFORCE_DOMAIN: 'acme' };
  return { fake, env: { ...keys, SALESFORCE_BASE_URL: fake.url } };
}

const fakes = { hubspot, pipedrive, salesforce };

async function tried(provider: (typeof providers)[number], env: Record<string, string>) {
  const { facts, account, close } = await openAccount(provider, env, {
    clock: new QuickClock(),
  });
  onTestFinished(close);
  return await tryFacts(facts, account);
}

test.each(providers)(
  'on a fake of %s no fact differs, and nothing of a record is printed',
  async (provider) => {
    const { fake, env } = await fakes[provider]();
    const found = await tried(provider, env);
    expect(found.filter(({ verdict }) => verdict === 'DIFFERS')).toEqual([]);
    expect(found.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(6);
    expect(tableOf(found)).not.toMatch(/confidential/i);
    expect(tableOf(found)).not.toContain(token);
    const changes = fake.server.requests.filter(
      ({ method, path }) =>
        method !== 'GET' && !/search$|batch\/read$|token$|composite$/.test(path),
    );
    expect(changes).toEqual([]);
  },
);

test('a fact that differs is reported', async () => {
  const { fake, env } = await hubspot();
  fake.properties = fake.properties.filter(({ name }) => name !== 'hs_is_closed');
  fake.missingScopes.add('crm.objects.owners.read');
  const found = await tried('hubspot', env);
  expect(found.filter(({ verdict }) => verdict === 'DIFFERS')).toMatchObject([
    { name: 'account', seen: 'missing: crm.objects.owners.read' },
    { name: 'reference', seen: expect.stringContaining('auth') },
    ...[{ name: 'deals' }, { name: 'changed_deals' }, { name: 'notes' }],
    { name: 'property_names', seen: 'missing: hs_is_closed' },
  ]);
});

test('a missing variable is named', async () => {
  await expect(openAccount('pipedrive', {})).rejects.toThrow(
    'Set PIPEDRIVE_TOKEN, PIPEDRIVE_COMPANY',
  );
});

test.each([
  ['hubspot', 'HubSpot'],
  ['pipedrive', 'Pipedrive'],
  ['salesforce', 'Salesforce'],
] as const)(
  'docs/crm.md lists what could not be tried at %s, each with its source',
  (provider, title) => {
    const rows = sectionOf(documentNamed('docs/crm.md'), `### ${title}`)
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(
      Object.entries(factsOf[provider]).map(
        ([name, { says, source, look, byHand }]) =>
          `| \`${name}\` | ${says} | ${source} | ${look ? 'reads it' : byHand} |`,
      ),
    );
  },
);
