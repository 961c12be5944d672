import { describe, expect, test } from 'vitest';
import { QuotaWait } from '../../../src/crm/crm-failure.ts';
import { fakeConfig } from '../harness/crm-client.ts';
import { failureOf, hour } from '../harness/provider-account.ts';
import {
  api,
  apis,
  byToken,
  connect,
  connector,
  fake,
  lastHour,
  read,
  useSalesforce,
} from '../harness/use-salesforce.ts';

useSalesforce();

describe('notes', () => {
  test('what people write about an opportunity is read from four objects', async () => {
    const deal = fake.addDeal().id;
    const call = fake.add('Task', { WhatId: deal, Description: 'zu teuer' }).id;
    fake.add('Task', { WhatId: '001000000000001AAA', Description: 'anderes' });
    const meeting = fake.add('Event', {
      WhatId: deal,
      Description: 'kein Budget',
      IsPrivate: false,
    }).id;
    const note = fake.add('Note', { ParentId: deal, Body: 'alt', IsPrivate: false }).id;
    const hidden = fake.add('Note', { ParentId: deal, Body: 'geheim', IsPrivate: true }).id;
    const own = fake.add('Event', { WhatId: deal, Description: 'privat', IsPrivate: true }).id;
    const newer = fake.add('ContentNote', { TextPreview: 'neu' }).id;
    fake.add('ContentNote', { TextPreview: 'ohne Deal' });
    fake.add('ContentDocumentLink', { ContentDocumentId: newer, LinkedEntityId: deal });
    fake.add('ContentDocumentLink', {
      ContentDocumentId: newer,
      LinkedEntityId: '005000000000001AAA',
    });
    for (const window of [lastHour(), { since: null, until: new Date() }]) {
      const { notes, gone } = await read({ stream: 'notes', window });
      expect(notes.map(({ externalId, body, dealIds }) => [externalId, body, dealIds])).toEqual([
        [call, 'zu teuer', [deal]],
        [meeting, 'kein Budget', [deal]],
        [note, 'alt', [deal]],
        [newer, 'neu', [deal]],
      ]);
      expect(gone.sort()).toEqual([hidden, own].sort());
    }
  });

  test('a window without notes is one request, which counts once', async () => {
    fake.addDeal();
    const { pages } = await read({ stream: 'notes', window: lastHour() });
    expect({ pages, requests: fake.server.count(), counted: fake.limits.used }).toEqual({
      pages: 1,
      requests: 1,
      counted: 1,
    });
  });

  test('if there are more notes than the first page holds, each is still read once', async () => {
    const deal = fake.addDeal().id;
    const add = (object: string, count: number) =>
      Array.from({ length: count }, (_, n) => {
        const ofDeal = { WhatId: deal, ParentId: deal, Description: `${n}`, Body: `${n}` };
        return fake.add(object, { ...ofDeal, IsPrivate: false, TextPreview: `${n}` }).id;
      });
    const ids = [...add('Task', 251), ...add('Event', 50), ...add('Note', 49)];
    for (const id of add('ContentNote', 60)) {
      fake.add('ContentDocumentLink', { ContentDocumentId: id, LinkedEntityId: deal });
      ids.push(id);
    }
    for (const window of [lastHour(), { since: null, until: new Date() }]) {
      const { notes } = await read({ stream: 'notes', window });
      expect(notes.map(({ externalId }) => externalId).sort()).toEqual(ids.toSorted());
    }
  });

  test.each(['Task', 'Event', 'Note', 'ContentNote'])(
    'a query for %s that fails among others is sent by itself',
    async (object) => {
      const deal = fake.addDeal().id;
      const task = fake.add('Task', { WhatId: deal, Description: 'zu teuer' }).id;
      const note = fake.add('ContentNote', { TextPreview: 'neu' }).id;
      fake.add('ContentDocumentLink', { ContentDocumentId: note, LinkedEntityId: deal });
      fake.stumbles.add(object);
      const { notes } = await read({ stream: 'notes', window: lastHour() });
      expect(notes.map(({ externalId }) => externalId).sort()).toEqual([task, note].sort());
      expect(fake.server.count(/GET .*query/)).toBe(2);
    },
  );

  test('notes are read even if composite requests are refused', async () => {
    const deal = fake.addDeal().id;
    fake.add('Task', { WhatId: deal, Description: 'zu teuer' });
    const answer = { status: 404, json: [{ message: 'x', errorCode: 'NOT_FOUND' }] };
    fake.server.plan({ on: /composite$/, fault: { kind: 'answer', answer } });
    const { notes } = await read({ stream: 'notes', window: lastHour() });
    expect(notes).toHaveLength(1);
    expect(fake.server.count(/GET .*query/)).toBe(4);
  });

  test('a note of many opportunities is a note of each of them', async () => {
    fake.batch = 2;
    const deals = Array.from({ length: 5 }, () => fake.addDeal().id);
    const note = fake.add('ContentNote', { TextPreview: 'neu' }).id;
    for (const LinkedEntityId of deals) {
      fake.add('ContentDocumentLink', { ContentDocumentId: note, LinkedEntityId });
    }
    const { notes } = await read({ stream: 'notes', window: lastHour() });
    expect(notes.map(({ dealIds }) => dealIds.toSorted())).toEqual([deals]);
  });

  test.each([
    ['Description', { html: 'about' }],
    ['CreatedDate', 'about noon'],
    ['WhatId', "x' OR Id != 'about"],
  ])(
    'a note whose %s is %j is set aside by id and field, and the others are read',
    async (field, value) => {
      const deal = fake.addDeal().id;
      const plain = { WhatId: deal, Description: 'x' };
      const before = fake.add('Task', plain).id;
      const bad = fake.add('Task', plain).id;
      const after = fake.add('Task', plain).id;
      fake.malformed.set(bad, { [field]: value });
      const { notes, setAside } = await read({ stream: 'notes' });
      expect(notes.map(({ externalId }) => externalId)).toEqual([before, after]);
      expect(setAside).toEqual([{ externalId: bad, field }]);
      expect(JSON.stringify(setAside)).not.toContain('about');
    },
  );

  test('an unreadable owner does not stop the others', async () => {
    const [good] = fake.users.keys();
    const odd = fake.addUser({ x: 1 } as never, null);
    fake.addDeal({ OwnerId: odd });
    fake.addDeal({ OwnerId: good });
    const { owners } = await connector().reference(api);
    expect(owners.map(({ id }) => id)).toEqual([good]);
  });

  test('an object that the organization does not have is left out', async () => {
    const deal = fake.addDeal().id;
    fake.hidden.add('ContentNote').add('Note').add('Event');
    fake.add('Task', { WhatId: deal, Description: 'zu teuer' });
    expect((await read({ stream: 'notes' })).notes).toHaveLength(1);
  });

  test('a deleted note is gone, and an emptied note is empty', async () => {
    const deal = fake.addDeal().id;
    const [first, second] = [1, 2].map(
      () => fake.add('Task', { WhatId: deal, Description: 'x' }).id,
    );
    fake.remove(first ?? '');
    fake.change(second ?? '', { Description: null });
    const { notes, gone } = await read({ stream: 'notes', window: lastHour() });
    expect(gone).toEqual([first]);
    expect(notes).toMatchObject([{ externalId: second, body: '' }]);
  });
});

describe('limits and failures', () => {
  test('a used up quota comes with 403, and is a wait', async () => {
    fake.limits = { granted: 5000, used: 5000 };
    const wait = await failureOf(read());
    expect(wait).toBeInstanceOf(QuotaWait);
    expect(wait).toMatchObject({ waitMs: hour });
  });

  test('too many long requests at once are a wait of a minute, with the same code', async () => {
    const message = 'ConcurrentPerOrgLongTxn Limit exceeded.';
    const answer = { status: 403, json: [{ message, errorCode: 'REQUEST_LIMIT_EXCEEDED' }] };
    fake.server.plan({ fault: { kind: 'answer', answer } });
    const wait = await failureOf(read());
    expect(wait).toBeInstanceOf(QuotaWait);
    expect(wait).toMatchObject({ waitMs: 60_000 });
  });

  test('each answer says how many requests are left', async () => {
    fake.limits = { granted: 5000, used: 4000 };
    await read();
    expect(api.quotaLeft).toBe(5000 - 4000 - fake.server.count());
  });

  test('an ended session is renewed in the middle of a run, and a refused renewal is auth', async () => {
    for (let index = 0; index < 5; index++) fake.addDeal();
    fake.batch = 2;
    let renewals = 0;
    const renewing = apis.make({
      connector: connector(),
      config: fakeConfig(fake.url),
      access: byToken(),
      onRefused: async () => {
        renewals += 1;
        return renewals < 3 ? byToken() : null;
      },
    });
    const afterPage = () => fake.oauth.expireAccess();
    expect(
      (await read({ api: renewing, afterPage: (page) => page === 1 && afterPage() })).deals,
    ).toHaveLength(5);
    expect(renewals).toBe(1);
    fake.oauth.expireAccess();
    expect(await failureOf(read({ api: connect(byToken()), afterPage }))).toEqual({
      reason: 'auth',
      status: 401,
    });
  });

  test.each([
    ['API_DISABLED_FOR_ORG', 403, { reason: 'auth', permission: 'API Enabled' }],
    ['INVALID_FIELD', 400, { reason: 'auth', code: 'INVALID_FIELD' }],
    ['QUERY_TIMEOUT', 400, { reason: 'unavailable', code: 'QUERY_TIMEOUT' }],
    ['MALFORMED_QUERY', 400, { reason: 'contract', status: 400 }],
  ])('%s with %i is %j', async (errorCode, status, facts) => {
    const answer = { status, json: [{ message: 'x', errorCode }] };
    fake.server.plan({ fault: { kind: 'answer', answer } });
    expect(await failureOf(read())).toMatchObject(facts);
  });

  describe.each([
    ['notes', () => read({ stream: 'notes', window: lastHour() })],
    [
      'the currencies',
      () => {
        fake.currencies = ['EUR', 'CHF'];
        return connector().identify(api);
      },
    ],
    ['the stages', () => connector().reference(api)],
  ])('a question for %s, which may not be there,', (_, ask) => {
    test.each([
      ['QUERY_TIMEOUT', 400, { reason: 'unavailable', code: 'QUERY_TIMEOUT' }],
      ['API_DISABLED_FOR_ORG', 403, { reason: 'auth', permission: 'API Enabled' }],
      ['MALFORMED_QUERY', 400, { reason: 'contract', status: 400 }],
    ])('fails for %s with %i as %j', async (errorCode, status, facts) => {
      const answer = { status, json: [{ message: 'x', errorCode }] };
      const asks = /from (Task|CurrencyType|OpportunityStage) /i;
      // The query fails in a composite request too, so it is sent by itself.
      fake.stumbles.add('Task');
      fake.server.plan({ asks, fault: { kind: 'answer', answer } });
      expect(await failureOf(ask())).toMatchObject(facts);
    });

    test('waits if the quota of the day is used up', async () => {
      fake.limits = { granted: 5000, used: 5000 };
      expect(await failureOf(ask())).toBeInstanceOf(QuotaWait);
    });
  });

  test.each([
    [{ totalSize: 1, done: true }, 'records'],
    [{ totalSize: 1, done: 'yes', records: [] }, 'done'],
    [{ totalSize: 9, done: false, records: [{ attributes: {} }] }, 'Id'],
  ])('an answer %j is contract', async (json, field) => {
    fake.server.plan({ fault: { kind: 'answer', answer: { status: 200, json } } });
    expect(await failureOf(read())).toEqual({ reason: 'contract', field });
  });
});
