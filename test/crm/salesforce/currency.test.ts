import { expect, test } from 'vitest';
import { QuotaWait } from '../../../src/crm/crm-failure.ts';
import { failureOf } from '../harness/provider-account.ts';
import { api, connector, fake, read, useSalesforce } from '../harness/use-salesforce.ts';

useSalesforce();

test('a deal of an organization with one currency has this currency, unless nobody may see it', async () => {
  fake.addDeal();
  const currencyOfDeal = async () => {
    const { deals } = await read({ reference: await connector().reference(api) });
    return deals[0]?.currency;
  };
  expect(await currencyOfDeal()).toBe('EUR');
  fake.hidden.add('connect');
  expect(await currencyOfDeal()).toBe(null);
  expect(await connector().identify(api)).toMatchObject({ currency: null, missing: [] });
});

test.each([
  ['no such resource', { status: 404, json: [{ errorCode: 'NOT_FOUND', message: 'x' }] }],
  ['no such feature', { status: 400, json: [{ errorCode: 'NOT_SUPPORTED', message: 'x' }] }],
  ['no features', { status: 200, json: { name: 'Acme' } }],
  ['no currency', { status: 200, json: { features: { multiCurrency: false } } }],
  [
    'another text for a currency',
    { status: 200, json: { features: { multiCurrency: false, defaultCurrencyIsoCode: 'Euro' } } },
  ],
])('an organization that answers %s has deals without a currency', async (_, answer) => {
  fake.addDeal();
  fake.server.plan({ on: /connect/, fault: { kind: 'answer', answer } });
  const { deals } = await read({ reference: await connector().reference(api) });
  expect(deals).toMatchObject([{ currency: null, amount: '1000' }]);
});

test('a used-up quota or a fault while the currency is asked is no missing currency', async () => {
  const used = [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }];
  const on = /connect/;
  fake.server.plan({ on, fault: { kind: 'answer', answer: { status: 403, json: used } } });
  expect(await failureOf(connector().reference(api))).toBeInstanceOf(QuotaWait);
  const fault = { kind: 'answer', answer: { status: 500, json: [] } } as const;
  fake.server.plan({ on, fault, times: 4 });
  expect(await failureOf(connector().reference(api))).toMatchObject({ reason: 'unavailable' });
});

test('with several currencies, a deal whose currency nobody may see has none, and is not given another', async () => {
  fake.currencies = ['CHF', 'EUR'];
  fake.addDeal({ CurrencyIsoCode: 'EUR' });
  const currencyOfDeal = async () => {
    const { deals } = await read({ reference: await connector().reference(api) });
    return deals[0]?.currency;
  };
  expect(await currencyOfDeal()).toBe('EUR');
  expect(fake.server.count(/connect/)).toBe(0);
  fake.hidden.add('Opportunity.CurrencyIsoCode');
  expect(await currencyOfDeal()).toBe(null);
});
