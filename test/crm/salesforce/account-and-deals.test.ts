import { describe, expect, test } from 'vitest';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import { failureOf } from '../harness/provider-account.ts';
import {
  api,
  connector,
  fake,
  idsOf,
  lastHour,
  read,
  useSalesforce,
} from '../harness/use-salesforce.ts';

useSalesforce();

describe('the account and its reference data', () => {
  test('the account is the organization, with the quota of its requests', async () => {
    expect(await connector().identify(api)).toEqual({
      id: '00D000000000001EAA',
      name: 'Acme GmbH',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      dailyQuota: 100_000,
      missing: [],
      domain: null,
    });
    fake.currencies = ['CHF', 'EUR'];
    expect(await connector().identify(api)).toMatchObject({ currency: 'CHF' });
  });

  test('each missing permission is named', async () => {
    fake.hidden.add('Opportunity.Amount');
    expect(await connector().identify(api)).toMatchObject({
      missing: ['Read Opportunity.Amount'],
    });
    fake.hidden.add('Opportunity');
    expect(await connector().identify(api)).toMatchObject({ missing: ['Read Opportunity'] });
  });

  test('owners are those of opportunities, record types are pipelines, and fields come from describe', async () => {
    fake.recordTypes.set('012000000000007AAA', 'Neukunden');
    const { owners, pipelines, fields } = await connector().reference(api);
    expect(owners).toMatchObject([{ name: 'Ada Lovelace', email: 'ada@example.com' }]);
    expect(pipelines.map(({ id, stages }) => [id, stages.map(({ name }) => name)])).toEqual([
      ['012000000000000AAA', ['Akquise', 'Gewonnen', 'Verloren']],
      ['012000000000007AAA', ['Akquise', 'Gewonnen', 'Verloren']],
    ]);
    expect(fields).toContainEqual({
      id: 'Account.Industry',
      name: 'Industry',
      options: [
        { value: 'Retail', name: 'Retail' },
        { value: 'Banking', name: 'Banking' },
      ],
    });
    expect(fields.map(({ id }) => id)).toContain('Loss_Reason__c');
    expect(fields.map(({ id }) => id)).not.toContain('CurrencyIsoCode');
  });

  test('owners are read from all pages', async () => {
    for (let n = 0; n < 5; n++) fake.addUser(`User ${n}`, null);
    const whole = await connector().reference(api);
    fake.batch = 2;
    expect(await connector().reference(api)).toEqual(whole);
    expect(whole.owners).toHaveLength(6);
  });

  test('the link to a deal leads to its organization', () => {
    const url = connector().dealUrl(
      { id: '00D', domain: 'acme--test.sandbox' },
      '006000000000001AAA',
    );
    expect(url).toBe(
      'https://acme--test.sandbox.my.salesforce.com/lightning/r/Opportunity/006000000000001AAA/view',
    );
    expect(
      connector().dealUrl({ id: '00D', domain: 'evil.com/' }, '006000000000001AAA'),
    ).toBeNull();
    expect(connector().dealUrl({ id: '00D', domain: 'acme' }, 'x/../y')).toBeNull();
  });
});

describe('deals', () => {
  test('a deal has every field that Salesforce sends', async () => {
    fake.currencies = ['EUR', 'USD'];
    const { id } = fake.addDeal({
      Name: 'Großauftrag',
      Amount: '25000000.5',
      CurrencyIsoCode: 'USD',
      IsClosed: true,
      IsWon: false,
      StageName: 'Closed Lost',
      Probability: 0,
      LastActivityDate: '2026-03-04',
      Loss_Reason__c: 'Price',
      Objections__c: 'Too expensive;No need',
      NextStep: 'Anrufen; danach Angebot',
      'Account.Industry': 'Retail',
    });
    const { deals, expected } = await read({
      reference: await connector().reference(api),
      settings: {
        industry_field: 'Account.Industry',
        lost_reason_field: 'Loss_Reason__c',
        objections_field: 'Objections__c',
      },
    });
    expect(expected).toBe(1);
    expect(deals).toEqual([
      expect.objectContaining({
        externalId: id,
        title: 'Großauftrag',
        amount: '25000000.5',
        currency: 'USD',
        closeDate: '2026-12-31',
        outcome: 'lost',
        probability: 0,
        pipelineId: null,
        stageId: 'Closed Lost',
        lostReason: 'Price',
        industryValue: 'Retail',
        objections: ['Too expensive', 'No need'],
        lastActivityAt: new Date('2026-03-04'),
      }),
    ]);
  });

  test('a window has what was changed in its first second, but not in its last', async () => {
    const since = new Date(Math.floor(fake.clock.now() / 1000) * 1000);
    const until = new Date(since.getTime() + 10_000);
    const ids = [-1, 0, 9999, 10_000].map((ms) => {
      fake.clock.stands = since.getTime() + ms;
      return fake.addDeal().id;
    });
    const { deals } = await read({ window: { since, until } });
    expect(idsOf(deals)).toEqual(ids.slice(1, 3));
  });

  test('a text with a semicolon is one objection', async () => {
    fake.addDeal({ NextStep: 'Zu teuer; und zu spät' });
    const { deals } = await read({
      reference: await connector().reference(api),
      settings: { objections_field: 'NextStep' },
    });
    expect(deals[0]?.objections).toEqual(['Zu teuer; und zu spät']);
  });

  test.each([
    ['15000000', '15000000'],
    ['12345678.91', '12345678.91'],
    ['-98765432101.25', '-98765432101.25'],
    ['9999999.99', '9999999.99'],
    ['0', '0'],
  ])('the amount %s is %s, even if it comes with an exponent', async (Amount, amount) => {
    fake.addDeal({ Amount });
    expect((await read()).deals[0]?.amount).toMatch(
      new RegExp(`^${amount.replace('.', '\\.')}(\\.0)?$`),
    );
  });

  test('ids that differ by case alone are different deals, and none is missed between pages', async () => {
    fake.batch = 3;
    const ids = Array.from({ length: 20 }, () => fake.addDeal().id);
    const { deals } = await read();
    expect(new Set(idsOf(deals))).toEqual(new Set(ids));
    expect(deals).toHaveLength(20);
    // Two ids are equal in their short form, if case is ignored. In the long form none are.
    expect(new Set(ids.map((id) => id.slice(0, 15).toLowerCase())).size).toBeLessThan(20);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(20);
  });

  test('an id in its short form means the same deal as in its long form', async () => {
    fake.addDeal({ Id: '00600000000000b' }, '00600000000000bAAA');
    expect(idsOf((await read()).deals)).toEqual(['00600000000000bAAA']);
  });

  test('a window includes its first second, and excludes its last', async () => {
    const since = new Date(Math.floor(fake.clock.now() / 1000) * 1000);
    const until = new Date(since.getTime() + 10_000);
    const at = (ms: number) => {
      fake.clock.stands = since.getTime() + ms;
      return fake.addDeal().id;
    };
    at(-1);
    const inside = [at(0), at(5000), at(9999)];
    at(10_000);
    fake.clock.stands = null;
    // The access token uses the same clock.
    expect(idsOf((await read({ window: { since, until } })).deals).sort()).toEqual(inside.sort());
  });

  test('a deleted deal is gone in its window, and a restored one comes back', async () => {
    const { id } = fake.addDeal();
    fake.remove(id);
    expect(await read({ window: lastHour() })).toMatchObject({ gone: [id], deals: [] });
    fake.restore(id);
    expect(await read({ window: lastHour() })).toMatchObject({
      gone: [],
      deals: [{ externalId: id }],
    });
  });

  test('a full pass does not miss a deal that changes meanwhile', async () => {
    fake.batch = 2;
    const ids = [1, 2, 3, 4, 5].map(() => fake.addDeal().id).sort();
    const until = new Date(fake.clock.now());
    fake.clock.advance(60_000);
    const seen = await read({
      window: { since: null, until },
      afterPage: (page) => page === 1 && fake.change(ids[4] ?? '', { Name: 'neu' }),
    });
    expect(idsOf(seen.deals).sort()).toEqual(ids);
  });

  test('a record type is a pipeline, and a deal outside of the chosen ones is gone', async () => {
    fake.recordTypes.set('012000000000007AAA', 'Neukunden');
    const inside = fake.addDeal({ RecordTypeId: '012000000000007AAA' }).id;
    const outside = fake.addDeal().id;
    const seen = await read({
      reference: await connector().reference(api),
      settings: { pipelines: ['012000000000007AAA'] },
    });
    expect(seen).toMatchObject({ deals: [{ externalId: inside }], gone: [outside] });
  });

  test('if the record types may not be seen, chosen pipelines select nothing, and a permission is missing', async () => {
    fake.recordTypes.set('012000000000007AAA', 'Neukunden');
    fake.addDeal();
    fake.hidden.add('Opportunity.RecordTypeId');
    const reference = await connector().reference(api);
    const settings = { pipelines: ['012000000000007AAA'] };
    expect(await failureOf(read({ reference, settings }))).toEqual({
      reason: 'auth',
      permission: 'Read Opportunity.RecordTypeId',
    });
    expect((await read({ reference })).deals).toHaveLength(1);
  });

  test.each([
    ['Amount', 'viel'],
    ['SystemModstamp', 'gestern'],
    ['IsClosed', null],
    ['CloseDate', '2026-02-31'],
    ['Probability', 400],
    ['OwnerId', "x' OR Id != '"],
  ])('a record whose %s is %j is set aside by id and field', async (field, value) => {
    const { id } = fake.addDeal({ [field]: value });
    const whole = fake.addDeal().id;
    const { deals, setAside } = await read();
    expect(idsOf(deals)).toEqual([whole]);
    expect(setAside).toEqual([{ externalId: id, field }]);
  });
});

describe('a text of a tenant or of the provider cannot get into a query', () => {
  test.each([
    "Name FROM User WHERE Id != ''--",
    'Amount, Password__c',
    'Account.Owner.Email',
    '(SELECT Id FROM Users)',
    'Secret__c',
  ])('the field %s of the settings is left out of the query', async (name) => {
    fake.addDeal();
    const settings = { industry_field: name, lost_reason_field: name, objections_field: name };
    const fields = [{ id: name, name, options: [] }];
    const existing = name === 'Secret__c' ? [] : fields;
    const reference = { owners: [], pipelines: [], fields: existing };
    await read({ settings, reference });
    const requested = fake.server.requests.map(({ query }) => query.get('q') ?? '');
    expect(requested.filter((soql) => soql.includes(name))).toEqual([]);
  });

  test('a stored cursor that is no id is refused', async () => {
    const page = connector().read(api, {
      stream: 'deals',
      window: lastHour(),
      after: "' OR Name LIKE '%",
      settings: connectionSettings.parse({}),
      reference: { owners: [], pipelines: [], fields: [] },
    });
    expect(await failureOf(page)).toMatchObject({ reason: 'internal' });
    expect(fake.server.count()).toBe(0);
  });
});
