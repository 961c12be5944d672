import type { TriedProvider } from '../../../scripts/try-crm/open-account.ts';
import { FakeHubspot } from './fake-hubspot.ts';
import { FakePipedrive } from './fake-pipedrive.ts';
import { FakeSalesforce } from './fake-salesforce.ts';

/** The properties that each account of HubSpot has from the beginning. */
const standard = [
  'dealname',
  'amount',
  'deal_currency_code',
  'closedate',
  'dealstage',
  'pipeline',
  'hs_deal_stage_probability',
  'hs_is_closed',
  'hs_is_closed_won',
  'hubspot_owner_id',
  'hs_lastmodifieddate',
  'hs_merged_object_ids',
  'notes_last_updated',
  'closed_lost_reason',
].map((name) => ({ name, label: name, type: 'string', fieldType: 'text', options: [] }));

const DEALS = 12;

/** An account in which each fact that a reading can show is to be seen, and the variables that lead to it. */
const accounts = {
  async hubspot() {
    const fake = await FakeHubspot.start(0);
    const HUBSPOT_TOKEN = 'a-token-that-nobody-prints';
    fake.tokens.add(HUBSPOT_TOKEN);
    fake.properties.push(...standard);
    fake.limits.daily = 250_000;
    const deals = Array.from({ length: DEALS }, (_, n) =>
      fake.addDeal({ dealname: `Confidential ${n}` }),
    );
    fake.mergeDeals(deals[0] ?? '', deals[1] ?? '');
    fake.addNote([deals[2] ?? ''], 'A confidential note');
    return { fake, env: { HUBSPOT_BASE_URL: fake.url, HUBSPOT_TOKEN } };
  },
  async pipedrive() {
    const fake = await FakePipedrive.start();
    fake.limits.daily = { tokens: 100_000, used: 0 };
    fake.limits.burst = { requests: 200 };
    for (let n = 0; n < DEALS; n += 1) fake.addDeal({ title: 'Confidential' });
    const { url: PIPEDRIVE_BASE_URL, apiToken: PIPEDRIVE_TOKEN } = fake;
    return { fake, env: { PIPEDRIVE_BASE_URL, PIPEDRIVE_TOKEN, PIPEDRIVE_COMPANY: 'acme' } };
  },
  async salesforce() {
    const fake = await FakeSalesforce.start();
    for (let n = 0; n < DEALS; n += 1) fake.addDeal({ Name: 'Confidential' });
    const { key: SALESFORCE_KEY, secret: SALESFORCE_SECRET } = fake.keys;
    const keys = { SALESFORCE_KEY, SALESFORCE_SECRET, SALESFORCE_DOMAIN: 'acme' };
    return { fake, env: { ...keys, SALESFORCE_BASE_URL: fake.url } };
  },
} satisfies Record<TriedProvider, unknown>;

export const fakeHubspotAccount = accounts.hubspot;

export const fakeAccount = (provider: TriedProvider) => accounts[provider]();
