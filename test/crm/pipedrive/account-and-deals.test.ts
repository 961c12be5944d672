import { describe, expect, test } from 'vitest';
import { windowOf } from '../../../src/worker/crm/synchronize/progress.ts';
import { pipedriveFields } from '../harness/pipedrive-fixtures.ts';
import { failureOf } from '../harness/provider-account.ts';
import { api, connector, fake, lastHour, read, usePipedrive } from '../harness/use-pipedrive.ts';

usePipedrive();

describe('the account and its reference data', () => {
  test('the account is the company, with its currency and time zone', async () => {
    fake.limits.daily = { tokens: 30_000, used: 0 };
    expect(await connector().identify(api)).toEqual({
      id: '4711',
      name: 'Acme GmbH',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      dailyQuota: 2000,
      missing: [],
      domain: 'acme',
    });
    expect(connector().dealUrl({ id: '4711', domain: 'acme' }, '17')).toBe(
      'https://acme.pipedrive.com/deal/17',
    );
  });

  test('each missing permission is named', async () => {
    fake.lacks.add('users:read').add('deals:read');
    const { missing } = await connector().identify(api);
    expect(missing).toEqual(['deals:read', 'users:read']);
  });

  test('the reference data are owners, pipelines, and the custom fields that a setting can name', async () => {
    const reference = await connector().reference(api);
    expect(reference.owners).toContainEqual({
      id: '1',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
    expect(reference.pipelines.map(({ id, stages }) => [id, stages])).toEqual([
      ['1', [expect.objectContaining({ id: '11', probability: 30 }), expect.anything()]],
      ['2', [expect.objectContaining({ id: '21', probability: 50 })]],
    ]);
    expect(reference.fields.map(({ id }) => id)).toEqual(Object.values(pipedriveFields));
  });

  test('a stage has no probability if people have not switched probabilities on', async () => {
    fake.isProbabilityEnabled = false;
    const { pipelines } = await connector().reference(api);
    expect(pipelines.flatMap(({ stages }) => stages).map(({ probability }) => probability)).toEqual(
      [null, null, null],
    );
  });
});

describe('deals', () => {
  test('a deal has every field that Pipedrive sends', async () => {
    fake.activities.set(5, { at: Date.parse('2026-03-04T05:06:07Z') });
    const { id } = fake.addDeal({
      title: 'Großauftrag',
      value: '1234567890123456.78',
      lastActivityId: 5,
      lastMailAt: Date.parse('2026-01-01T00:00:00Z'),
      customFields: {
        [pipedriveFields.industry]: 21,
        [pipedriveFields.objections]: [20, 21],
        [pipedriveFields.reason]: 'Preis; Zeit',
      },
    });
    const { deals } = await read({
      reference: await connector().reference(api),
      settings: {
        industry_field: pipedriveFields.industry,
        objections_field: pipedriveFields.objections,
      },
    });
    expect(deals).toEqual([
      expect.objectContaining({
        externalId: id,
        title: 'Großauftrag',
        amount: '1234567890123456.78',
        currency: 'EUR',
        closeDate: '2026-12-31',
        outcome: 'open',
        probability: 30,
        ownerId: '1',
        pipelineId: '1',
        stageId: '11',
        lostReason: null,
        industryValue: '21',
        objections: ['Zu teuer', 'Kein Bedarf'],
        lastActivityAt: new Date('2026-03-04T05:06:07Z'),
      }),
    ]);
  });

  test("a closed deal closes on the company's day, and its probability is certain", async () => {
    const closedAt = Date.parse('2026-06-30T22:30:00Z');
    fake.addDeal({ status: 'lost', closedAt, lostReason: 'Zu teuer', probability: 80 });
    fake.addDeal({ status: 'won', closedAt });
    const { deals } = await read({ reference: await connector().reference(api) });
    expect(deals).toEqual([
      expect.objectContaining({
        outcome: 'lost',
        probability: 0,
        lostReason: 'Zu teuer',
        closeDate: '2026-07-01',
      }),
      expect.objectContaining({ outcome: 'won', probability: 100, lostReason: null }),
    ]);
  });

  test('the field for lost reasons that a team has chosen is read instead of Pipedrive’s own', async () => {
    const customFields = { [pipedriveFields.reason]: 'Preis; Zeit' };
    fake.addDeal({ status: 'lost', lostReason: 'anderes', customFields });
    const { deals } = await read({
      reference: await connector().reference(api),
      settings: { lost_reason_field: pipedriveFields.reason },
    });
    expect(deals[0]?.lostReason).toBe('Preis; Zeit');
  });

  test.each([
    ['1.5E7', '15000000'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
    ['0', '0'],
    ['1500.00', '1500.00'],
    ['-2.50e-3', '-0.00250'],
    ['0.1', '0.1'],
  ])('the amount %s is %s', async (value, amount) => {
    fake.addDeal({ value });
    expect((await read()).deals[0]?.amount).toBe(amount);
  });

  test('a window includes its first second, and excludes its last', async () => {
    const since = new Date(Math.floor(fake.clock.now() / 1000) * 1000);
    const until = new Date(since.getTime() + 10_000);
    const at = (ms: number) => fake.addDeal({ changedAt: since.getTime() + ms }).id;
    at(-1);
    const inside = [at(0), at(5000), at(9999)];
    at(10_000);
    const { deals } = await read({ window: { since, until } });
    expect(deals.map(({ externalId }) => externalId)).toEqual(inside);
    const [first] = fake.server.requests.filter(({ path }) => path === '/api/v2/deals');
    expect(first?.query.get('updated_until')).toMatch(/:\d\dZ$/);
  });

  test('an archived deal is a deal like others, in a full pass and in a window', async () => {
    const { id } = fake.addDeal({ isArchived: true });
    expect((await read()).deals.map(({ externalId }) => externalId)).toEqual([id]);
    const again = await read({ window: lastHour(), isRequested: true });
    expect(again.deals.map(({ externalId }) => externalId)).toEqual([id]);
  });

  test('a full pass misses no deal that is archived or restored meanwhile', async () => {
    fake.pageCap = 2;
    const ids = [1, 2, 3, 4, 5].map(() => fake.addDeal().id);
    const back = fake.addDeal({ isArchived: true }).id;
    const until = new Date(fake.clock.now());
    fake.clock.advance(60_000);
    const cursor = {
      stream: 'deals',
      since: null,
      until,
      after: null,
      pass: 1,
      is_blind: false,
      opened_at: until,
    } as const;
    const seen = await read({
      // The window is that with which the engine asks for a full pass.
      window: windowOf({ ...cursor, is_full: true }),
      afterPage: (page) => {
        if (page === 1) fake.changeDeal('5', { isArchived: true });
        if (page === 2) fake.changeDeal(back, { isArchived: false });
      },
    });
    expect(new Set(seen.deals.map(({ externalId }) => externalId))).toEqual(
      new Set([...ids, back]),
    );
  });

  test('a full pass does not miss a deal that changes meanwhile', async () => {
    fake.pageCap = 2;
    const ids = [1, 2, 3, 4, 5].map(() => fake.addDeal().id);
    const until = new Date(fake.clock.now());
    fake.clock.advance(60_000);
    const seen = await read({
      window: { since: null, until },
      afterPage: (page) => page === 1 && fake.changeDeal('4', { title: 'neu' }),
    });
    expect(new Set(seen.deals.map(({ externalId }) => externalId))).toEqual(new Set(ids));
  });

  test('a deleted deal is gone in its window, and a restored one comes back', async () => {
    const { id } = fake.addDeal();
    fake.deleteDeal(id);
    expect(await read({ window: lastHour() })).toMatchObject({ gone: [id], deals: [] });
    fake.restoreDeal(id);
    expect(await read({ window: lastHour() })).toMatchObject({
      gone: [],
      deals: [{ externalId: id }],
    });
  });

  test('after a merge one deal is deleted, and the other keeps its id and has the notes of both', async () => {
    const [from, into] = [fake.addDeal().id, fake.addDeal().id];
    const note = fake.addNote({ dealId: Number(from), content: 'zu teuer' });
    fake.mergeDeals(from, into);
    expect(await read({ window: lastHour() })).toMatchObject({
      gone: [from],
      deals: [{ externalId: into }],
    });
    const { notes } = await read({ stream: 'notes', window: lastHour() });
    expect(notes).toMatchObject([{ externalId: note.id, dealIds: [into] }]);
  });

  test('a deal outside of the chosen pipelines is gone', async () => {
    const inside = fake.addDeal({ pipelineId: 2, stageId: 21 }).id;
    const outside = fake.addDeal().id;
    const seen = await read({ settings: { pipelines: ['2'] } });
    expect(seen).toMatchObject({ deals: [{ externalId: inside }], gone: [outside] });
  });

  test('a field that a setting names and the CRM no longer has is left out of the request', async () => {
    fake.addDeal();
    const { deals } = await read({ settings: { industry_field: 'title&status=deleted' } });
    expect(deals).toHaveLength(1);
  });

  test('a field whose type has changed gives its new text', async () => {
    const reference = await connector().reference(api);
    fake.addDeal({ customFields: { [pipedriveFields.objections]: 'Zu teuer und zu spät' } });
    const settings = { objections_field: pipedriveFields.objections };
    expect((await read({ reference, settings })).deals[0]?.objections).toEqual([
      'Zu teuer und zu spät',
    ]);
  });

  test.each([
    ['value', 'viel'],
    ['value', {}],
    ['status', 'maybe'],
    ['update_time', 'gestern'],
    ['probability', 400],
    ['expected_close_date', '2026-02-31'],
    ['id', null],
  ])('a record whose %s is %j is set aside by id and field', async (field, value) => {
    const { id } = fake.addDeal({ broken: { [field]: value } });
    const whole = fake.addDeal().id;
    const { deals, setAside } = await read();
    expect(deals.map(({ externalId }) => externalId)).toEqual([whole]);
    expect(setAside).toEqual([{ externalId: field === 'id' ? null : id, field }]);
  });

  test('if Pipedrive no longer knows a cursor, its part begins again', async () => {
    fake.pageCap = 2;
    for (let index = 0; index < 5; index++) fake.addDeal();
    const { deals } = await read({
      afterPage: (page) => {
        if (page === 2) fake.cursorEpoch += 1;
      },
    });
    expect(new Set(deals.map(({ externalId }) => externalId)).size).toBe(5);
    const endless = read({
      afterPage: () => {
        fake.cursorEpoch += 1;
      },
    });
    expect(await failureOf(endless)).toMatchObject({ reason: 'contract', field: 'cursor' });
  });
});
