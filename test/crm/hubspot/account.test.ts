import { expect, test } from 'vitest';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { noCrm } from '../harness/crm-client.ts';
import { pageRequestOf, readWindow } from '../harness/read-window.ts';
import { useHubspot } from '../harness/use-hubspot.ts';

const start = useHubspot();
const until = new Date('2100-01-01');
const longAgo = { since: new Date('2020-01-01'), until };
const everything = { since: null, until };

test('the account comes with currency, time zone, host and quota', async () => {
  const { fake, connector, api } = await start();
  fake.limits.daily = 250_000;
  expect(await connector.identify(api)).toEqual({
    id: '1234567',
    name: 'Muster GmbH',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    dailyQuota: 250_000,
    missing: [],
    domain: 'app-eu1.hubspot.com',
  });
});

test('an account may lack a name and a daily quota', async () => {
  const { fake, connector, api } = await start();
  fake.account.portalName = undefined;
  expect(await connector.identify(api)).toMatchObject({ name: null, dailyQuota: null });
});

test.each(['crm.objects.deals.read', 'crm.objects.owners.read', 'crm.schemas.deals.read'])(
  'the missing permission %s is named',
  async (scope) => {
    const { fake, connector, api } = await start();
    fake.missingScopes.add(scope);
    expect((await connector.identify(api)).missing).toEqual([scope]);
  },
);

test('a permission that goes missing later is a lost sign-in that names it', async () => {
  const { fake, connector, api } = await start();
  fake.missingScopes.add('crm.objects.contacts.read');
  await expect(
    connector.read(api, pageRequestOf({ stream: 'notes', window: longAgo })),
  ).rejects.toMatchObject({
    reason: 'auth',
    facts: { status: 403, permission: 'crm.objects.contacts.read' },
  });
});

test('a token that HubSpot does not know is a lost sign-in', async () => {
  const { fake, connector, api } = await start();
  fake.tokens.clear();
  await expect(connector.identify(api)).rejects.toMatchObject({ reason: 'auth' });
});

test('the reference has owners who have left, pipelines with probabilities, and fields with their options', async () => {
  const { fake, connector, api } = await start();
  fake.shortPages = 1;
  const reference = await connector.reference(api);
  expect(reference.owners).toEqual([
    { id: '501', name: 'Erika Muster', email: 'erika@muster.example' },
    { id: '502', name: 'Max', email: 'max@muster.example' },
    { id: '503', name: 'Ute Weg', email: 'weg@muster.example' },
  ]);
  expect(reference.pipelines[0]).toEqual({
    id: 'default',
    name: 'Sales pipeline',
    stages: [
      { id: 'new', name: 'New', probability: 20 },
      { id: 'offer', name: 'Offer', probability: 60 },
      { id: 'won', name: 'Won', probability: 100 },
      { id: 'lost', name: 'Lost', probability: 0 },
    ],
  });
  expect(reference.fields.map(({ id }) => id)).toEqual([
    'dealname',
    'closed_lost_reason',
    'branche',
    'einwaende',
  ]);
  expect(reference).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Berlin' });
});

test('a used up daily quota is a wait of an hour, and no failure', async () => {
  const { fake, connector, api } = await start();
  fake.limits.daily = 5;
  fake.usedToday = 5;
  await expect(connector.identify(api)).rejects.toMatchObject({
    name: 'QuotaWait',
    waitMs: 3_600_000,
  });
});

test('each answer that tells what is left of the quota is remembered', async () => {
  const { fake, connector, api } = await start();
  fake.limits.daily = 1000;
  await connector.reference(api);
  expect(api.quotaLeft).toBe(1000 - fake.usedToday);
});

test('a migration of the account is a wait for as long as HubSpot says', async () => {
  const { fake, connector, api } = await start();
  const answer = { status: 477, json: {}, headers: { 'retry-after': '7200' } };
  fake.server.plan({ fault: { kind: 'answer', answer } });
  await expect(connector.identify(api)).rejects.toMatchObject({ waitMs: 7_200_000 });
});

test('searches stay below five a second, and lists below what HubSpot grants', async () => {
  const started = await start();
  const { fake, waits } = started;
  fake.limits.perTenSeconds = 190;
  for (let count = 0; count < 700; count++) fake.addDeal();
  await readWindow(started, { window: longAgo });
  expect(waits.map(Math.round)).toEqual([200, 200, 200, 200]);
  waits.length = 0;
  await readWindow(started, { window: everything });
  // After the first answers of the list, the limit is nine tenths of 19 a second.
  expect(waits.slice(-3).map(Math.round)).toEqual([58, 58, 58]);
});

test('the address of a deal is on the host of its account', () => {
  const { dealUrl } = hubspotConnector(noCrm);
  const url = (id: string, domain: string | null, deal: string) => dealUrl({ id, domain }, deal);
  expect(url('12', 'app-eu1.hubspot.com', '7')).toBe(
    'https://app-eu1.hubspot.com/contacts/12/record/0-3/7',
  );
  expect(url('12', null, '7')).toBe('https://app.hubspot.com/contacts/12/record/0-3/7');
  expect(url('12', 'evil.example', '7')).toBe('https://app.hubspot.com/contacts/12/record/0-3/7');
  expect(url('12', null, '7/../..')).toBeNull();
  expect(url('x', null, '7')).toBeNull();
});

test.each([
  [{ access_token: ' pat-eu1-0000-1111 ' }, true],
  [{ access_token: 'short' }, false],
  [{ access_token: 'pat-eu1-0000\r\nx: 1' }, false],
  [{ access_token: 'pat-eu1-0000-ü' }, false],
  [{ access_token: 'pat-eu1-0000-1111', host: 'evil.example' }, false],
  [{}, false],
])('the form accepts %o: %s', (entered, isTaken) => {
  expect(hubspotConnector(noCrm).form.safeParse(entered).success).toBe(isTaken);
});
