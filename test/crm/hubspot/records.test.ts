import { expect, test } from 'vitest';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type { SourceDeal } from '../../../src/crm/connector.ts';
import { readWindow } from '../harness/read-window.ts';
import { useHubspot } from '../harness/use-hubspot.ts';

const start = useHubspot();
const settings = (input: object) => connectionSettings.parse(input);
const until = new Date('2100-01-01');
const longAgo = { since: new Date('2020-01-01'), until };
const everything = { since: null, until };
const both = [
  ['a full pass', everything],
  ['a window', longAgo],
] as const;

type Started = Awaited<ReturnType<typeof start>>;

async function dealsOf(
  started: Started,
  { window = everything as typeof longAgo | typeof everything, ...request } = {},
): Promise<SourceDeal[]> {
  const { records } = await readWindow(started, { ...request, window });
  return records.filter((record) => record.kind === 'deal');
}

test.each(both)('%s reads each field of a deal', async (_, window) => {
  const started = await start();
  const { fake, connector, api } = started;
  fake.server.clock.stands = Date.parse('2026-11-20T10:00:00Z');
  const id = fake.addDeal({
    dealname: 'Anlage Süd',
    amount: '12500.50',
    deal_currency_code: 'CHF',
    closedate: '2026-12-30T23:00:00Z',
    dealstage: 'lost',
    hs_is_closed: 'true',
    hs_deal_stage_probability: '0.07',
    hubspot_owner_id: '501',
    closed_lost_reason: 'Zu teuer',
    branche: 'maschinenbau',
    einwaende: 'preis;zeit;neu',
    notes_last_updated: '2026-11-19T08:30:00.250Z',
  });
  const request = {
    reference: await connector.reference(api),
    settings: settings({ industry_field: 'branche', objections_field: 'einwaende' }),
  };
  expect(await dealsOf(started, { window, ...request })).toEqual([
    {
      kind: 'deal',
      externalId: id,
      changedAt: new Date('2026-11-20T10:00:00Z'),
      title: 'Anlage Süd',
      amount: '12500.50',
      currency: 'CHF',
      // This is the day in Berlin.
      closeDate: '2026-12-31',
      outcome: 'lost',
      probability: 7,
      pipelineId: 'default',
      stageId: 'lost',
      ownerId: '501',
      lostReason: 'Zu teuer',
      industryValue: 'maschinenbau',
      objections: ['Zu teuer', 'Keine Zeit', 'neu'],
      lastActivityAt: new Date('2026-11-19T08:30:00.250Z'),
    },
  ]);
});

test("a deal without a currency gets the account's, and without a probability that of its stage", async () => {
  const started = await start();
  started.fake.addDeal({ deal_currency_code: null, dealstage: 'offer', amount: '' });
  const reference = await started.connector.reference(started.api);
  const [deal] = await dealsOf(started, { reference } as object);
  expect(deal).toMatchObject({ currency: 'EUR', probability: 60, amount: null, closeDate: null });
});

test.each([
  ['false', 'false', 'open'],
  ['true', 'true', 'won'],
  ['true', 'false', 'lost'],
  [null, null, 'open'],
])(
  'closed %s and won %s is %s; only a lost deal has a lost reason',
  async (closed, won, outcome) => {
    const started = await start();
    started.fake.addDeal({
      hs_is_closed: closed,
      hs_is_closed_won: won,
      closed_lost_reason: 'Preis',
    });
    const [deal] = await dealsOf(started);
    expect(deal).toMatchObject({ outcome, lostReason: outcome === 'lost' ? 'Preis' : null });
  },
);

test.each([
  '0',
  '-12.50',
  '1234567890123456.78',
  '0.1000000000000000055511151231257827',
  '99999999999999999999999999999999.99',
])('the amount %s keeps all its digits', async (amount) => {
  const started = await start();
  started.fake.addDeal({ amount });
  expect((await dealsOf(started))[0]?.amount).toBe(amount);
});

test('an amount with an exponent is the same number without one', async () => {
  const started = await start();
  started.fake.addDeal({ amount: '1.5E7' });
  expect((await dealsOf(started))[0]?.amount).toBe('15000000');
});

test.each(both)('%s reads every deal once, over short pages too', async (_, window) => {
  const started = await start();
  const { fake } = started;
  const ids = Array.from({ length: 450 }, () => fake.addDeal());
  expect((await dealsOf(started, { window })).map((deal) => deal.externalId)).toEqual(ids);
  fake.shortPages = 7;
  expect((await dealsOf(started, { window })).map((deal) => deal.externalId)).toEqual(ids);
});

test('a window of more than 10,000 deals is read whole, and says how many there are', async () => {
  const started = await start();
  const { fake } = started;
  fake.server.clock.stands = Date.now();
  for (let count = 0; count < 10_500; count++) fake.addDeal();
  const window = await readWindow(started, { window: longAgo });
  expect(new Set(window.records.map((record) => record.externalId)).size).toBe(10_500);
  expect(window.expected).toBe(10_500);
});

test('a window includes its first moment, and excludes its last', async () => {
  const started = await start();
  const { clock } = started.fake.server;
  const at = (time: string) => {
    clock.stands = Date.parse(`2026-11-20T${time}Z`);
    return started.fake.addDeal();
  };
  at('09:59:59.999');
  const first = at('10:00:00');
  const last = at('10:59:59.999');
  at('11:00:00');
  const window = {
    since: new Date('2026-11-20T10:00:00Z'),
    until: new Date('2026-11-20T11:00:00Z'),
  };
  expect((await dealsOf(started, { window })).map((deal) => deal.externalId)).toEqual([
    first,
    last,
  ]);
});

test('without a change, a window costs one request', async () => {
  const { fake, connector, api } = await start();
  fake.addDeal();
  const window = { since: new Date('2099-01-01'), until };
  for (const stream of ['deals', 'notes'] as const) {
    const before = fake.server.count();
    await readWindow({ connector, api }, { stream, window });
    expect(fake.server.count() - before).toBe(1);
  }
});

test('a deal in a pipeline that was not chosen is gone', async () => {
  const started = await start();
  const here = started.fake.addDeal();
  const there = started.fake.addDeal({ pipeline: 'partner' });
  const { records } = await readWindow(started, { settings: settings({ pipelines: ['default'] }) });
  expect(records).toMatchObject([
    { kind: 'deal', externalId: here },
    { kind: 'gone', externalId: there },
  ]);
});

test.each(both)('%s reports merged deals as gone', async (_, window) => {
  const started = await start();
  const [one, other] = [started.fake.addDeal(), started.fake.addDeal()];
  const merged = started.fake.mergeDeals(one, other);
  const { records } = await readWindow(started, { window });
  expect(records).toMatchObject([
    { kind: 'gone', externalId: one },
    { kind: 'gone', externalId: other },
    { kind: 'deal', externalId: merged },
  ]);
});

test('a full pass lacks archived and deleted deals, and has a restored one', async () => {
  const started = await start();
  const { fake } = started;
  const [kept, archived, deleted, restored] = [1, 2, 3, 4].map(() => fake.addDeal());
  fake.archiveDeal(String(archived));
  fake.deleteDeal(String(deleted));
  fake.archiveDeal(String(restored));
  fake.restoreDeal(String(restored));
  expect((await dealsOf(started)).map((deal) => deal.externalId)).toEqual([kept, restored]);
});

test('a change that the index shows late comes with the next window, thanks to the overlap', async () => {
  const started = await start();
  const { fake, connector } = started;
  const now = Date.now();
  fake.server.clock.stands = now;
  fake.lag(() => 50_000);
  const id = fake.addDeal();
  const first = { since: new Date(now - 1000), until: new Date(now + 1000) };
  expect(await dealsOf(started, { window: first })).toEqual([]);
  fake.server.clock.advance(60_000);
  const next = {
    since: new Date(first.until.getTime() - connector.overlapMs),
    until: new Date(now + 60_000),
  };
  expect((await dealsOf(started, { window: next })).map((deal) => deal.externalId)).toEqual([id]);
});

test.each(both)(
  '%s of notes has text, time and deals, and includes notes that have lost their deals',
  async (_, window) => {
    const started = await start();
    const { fake } = started;
    fake.server.clock.stands = Date.parse('2026-11-20T10:00:00.120Z');
    const [one, other] = [fake.addDeal(), fake.addDeal()];
    const both = fake.addNote([one, other], '<p>Zu teuer</p>');
    const lost = fake.addNote([], 'Ohne Geschäft');
    const time = new Date('2026-11-20T10:00:00.120Z');
    const { records } = await readWindow(started, { stream: 'notes', window });
    const common = { kind: 'note', changedAt: time, writtenAt: time };
    expect(records).toEqual([
      { ...common, externalId: both, dealIds: [one, other], body: '<p>Zu teuer</p>' },
      { ...common, externalId: lost, dealIds: [], body: 'Ohne Geschäft' },
    ]);
  },
);

test('if HubSpot cannot tell the deals of notes for another reason, the notes do not count as notes without deals', async () => {
  const started = await start();
  const { fake } = started;
  fake.addNote([fake.addDeal()], 'Zu teuer');
  const errors = [{ status: 'error', category: 'INTERNAL_ERROR', message: 'x', context: {} }];
  const answer = { status: 207, json: { status: 'COMPLETE', results: [], numErrors: 1, errors } };
  fake.server.plan({ fault: { kind: 'answer', answer }, on: /associations/ });
  const window = { since: new Date(0), until: new Date('2100-01-01') };
  const read = () => readWindow(started, { stream: 'notes', window });
  await expect(read()).rejects.toMatchObject({ reason: 'unavailable', facts: { status: 207 } });
  expect((await read()).records).toMatchObject([
    { body: 'Zu teuer', dealIds: [expect.anything()] },
  ]);
});
