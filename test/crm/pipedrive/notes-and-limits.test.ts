import { describe, expect, test } from 'vitest';
import type { Access } from '../../../src/crm/connector.ts';
import { QuotaWait } from '../../../src/crm/crm-failure.ts';
import { failureOf, hour } from '../harness/provider-account.ts';
import {
  api,
  byToken,
  connect,
  connector,
  fake,
  lastHour,
  read,
  usePipedrive,
  waits,
} from '../harness/use-pipedrive.ts';

usePipedrive();

describe('notes', () => {
  test('a full pass misses no note, even if notes before it change meanwhile', async () => {
    fake.pageCap = 3;
    const at = fake.clock.now() - hour;
    const ids = Array.from({ length: 20 }, (_, index) => {
      const changedAt = at + Math.floor(index / 2) * 1000;
      return fake.addNote({ dealId: 1, content: `${index}`, changedAt }).id;
    });
    const seen = await read({
      stream: 'notes',
      afterPage: (page) => page <= 6 && fake.changeNote(`${page}`, { content: 'neu' }),
    });
    expect(new Set(seen.notes.map(({ externalId }) => externalId))).toEqual(new Set(ids));
  });

  test('if more notes share a second than a page has, all are read', async () => {
    fake.pageCap = 60;
    const changedAt = fake.clock.now() - hour;
    for (let index = 0; index < 200; index++) fake.addNote({ dealId: 1, changedAt });
    const { notes } = await read({ stream: 'notes' });
    expect(new Set(notes.map(({ externalId }) => externalId)).size).toBe(200);
  });

  test.each([
    ['content', { html: 'about' }],
    ['add_time', 'about noon'],
    ['update_time', 'about noon'],
    ['deal_id', { id: 'about' }],
  ])(
    'a note whose %s is %j is set aside by id and field, and the others are read',
    async (field, value) => {
      const [before, bad, after] = [{}, { [field]: value }, {}].map(
        (broken) => fake.addNote({ dealId: 1, content: 'x', broken }).id,
      );
      const { notes, setAside } = await read({ stream: 'notes' });
      expect(notes.map(({ externalId }) => externalId)).toEqual([before, after]);
      expect(setAside).toEqual([{ externalId: bad, field }]);
      expect(JSON.stringify(setAside)).not.toContain('about');
    },
  );

  test('an unreadable owner does not stop the others', async () => {
    fake.users.push({ id: null, name: 'Odd' } as never, { id: 9, name: { x: 1 } } as never);
    const { owners } = await connector().reference(api);
    expect(owners.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Grace Hopper']);
  });

  test('a window has the notes that were changed within it', async () => {
    const { since, until } = lastHour();
    fake.addNote({ changedAt: since.getTime() - 5000 });
    const inside = fake.addNote({ dealId: 7, content: '<p>zu teuer</p>' });
    fake.addNote({ changedAt: until.getTime() + 5000 });
    const { notes } = await read({ stream: 'notes', window: { since, until } });
    expect(notes).toEqual([
      expect.objectContaining({ externalId: inside.id, dealIds: ['7'], body: '<p>zu teuer</p>' }),
    ]);
  });
});

describe('limits', () => {
  test('a used up day is a wait of an hour, whatever wait the answer asks for', async () => {
    fake.limits.daily = { tokens: 30, used: 25 };
    const wait = await failureOf(read());
    expect(wait).toBeInstanceOf(QuotaWait);
    expect(wait).toMatchObject({ waitMs: hour });
    expect(api.requests).toBe(1);
  });

  test('what is left of the day is counted in requests', async () => {
    fake.limits.daily = { tokens: 30_000, used: 0 };
    await read();
    expect(api.quotaLeft).toBe(Math.floor((30_000 - 30) / 15));
  });

  test('a full window of two seconds leads to a wait', async () => {
    const answer = { status: 429, json: {}, headers: { 'x-ratelimit-reset': '1' } };
    fake.server.plan({ fault: { kind: 'answer', answer } });
    fake.addDeal();
    expect((await read()).deals).toHaveLength(1);
    expect(Math.max(...waits())).toBe(2000);
  });

  test("Cloudflare's page after ignored 429s leads to a pause, and is no lost sign-in", async () => {
    fake.limits.burst = { requests: 0 };
    fake.limits.shutsOutAfter = 0;
    const wait = await failureOf(read());
    expect(wait).toBeInstanceOf(QuotaWait);
    expect(wait).toMatchObject({ waitMs: hour / 4 });
  });
});

describe('failures', () => {
  test('refused credentials, an account that is not open, and a lost permission are auth', async () => {
    expect(
      await failureOf(
        read({
          api: connect({ ...byToken(), entered: { api_token: 'x', company: 'acme' } } as Access),
        }),
      ),
    ).toEqual({
      reason: 'auth',
      status: 401,
    });
    const answer = { status: 402, json: { success: false } };
    fake.server.plan({ fault: { kind: 'answer', answer } });
    expect(await failureOf(read())).toEqual({ reason: 'auth', status: 402 });
    fake.lacks.add('deals:read');
    const lost = { reason: 'auth', status: 403, permission: 'deals:read' };
    expect(await failureOf(read())).toEqual(lost);
  });

  test('without the permission for activities, deals come without their times', async () => {
    fake.lacks.add('activities:read');
    fake.addDeal({ lastActivityId: 5 });
    expect((await read()).deals).toMatchObject([{ lastActivityAt: null }]);
  });

  test('faults of the server are repeated, and then Pipedrive counts as unavailable', async () => {
    fake.addDeal();
    const fault = { kind: 'answer', answer: { status: 500, json: {} } } as const;
    fake.server.plan({ fault, times: 2 });
    fake.server.plan({ fault: { kind: 'reset' } });
    expect((await read()).deals).toHaveLength(1);
    fake.server.plan({ fault, times: 4 });
    expect(await failureOf(read())).toEqual({ reason: 'unavailable', status: 500 });
  });

  test('a web page is repeated, and then Pipedrive counts as unavailable', async () => {
    const fault = { kind: 'answer', answer: { status: 200, html: '<html>' } } as const;
    fake.server.plan({ fault, times: 4 });
    expect(await failureOf(read())).toMatchObject({ reason: 'unavailable', code: 'web_page' });
  });

  test.each([
    [{ status: 200, json: { success: true, data: {} } }, { field: 'data' }],
    [{ status: 200, json: { data: [], additional_data: 7 } }, { field: 'additional_data' }],
    [{ status: 400, json: { success: false } }, { status: 400 }],
  ])('an unreadable answer %j is contract', async (answer, facts) => {
    fake.server.plan({ fault: { kind: 'answer', answer } });
    expect(await failureOf(read())).toMatchObject({ reason: 'contract', ...facts });
  });
});
