import { describe, expect, test } from 'vitest';
import { attentionItems } from '../../src/app/pages/overview/attention-items.ts';
import { overviewTexts } from '../../src/app/pages/overview/texts.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';

type Input = Parameters<typeof attentionItems>[0];

const nothing = {
  health: [],
  endpoints: [],
  readers: [],
  connections: [],
  keys: [],
  expired: [],
  invited: [],
  limitedKeys: [],
  usage: undefined,
  settings: undefined,
  gaveUp: undefined,
  t: overviewTexts.en,
  count: String,
};
const itemsOf = (some: object) => attentionItems({ ...nothing, ...some } as unknown as Input);

test('of problems of one kind, the one that ends first stands first', () => {
  const key = (name: string, days: number) => ({
    key_id: name,
    name,
    state: 'expiring',
    expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
  });
  const items = itemsOf({ keys: [key('Later', 5), key('Sooner', 4)], invited: [{ name: 'A' }] });
  expect(items.map(({ id }) => id)).toEqual(['Sooner', 'Later', 'invited']);
});

test('a key that was made for a day, as by the documentation for an hour, needs nobody', () => {
  const madeFor = (ms: number) => ({
    key_id: `${ms}`,
    name: 'Documentation',
    state: 'expiring',
    created_at: new Date(Date.now()).toISOString(),
    expires_at: new Date(Date.now() + ms).toISOString(),
  });
  const items = itemsOf({ keys: [madeFor(DAY_MS / 24), madeFor(2 * DAY_MS)] });
  expect(items.map(({ id }) => id)).toEqual([`${2 * DAY_MS}`]);
});

test('the act of a key that ends is to rotate it, and of one that was replaced, to see who still uses it', () => {
  const key = { name: 'BI', expires_at: new Date(Date.now() + 3 * DAY_MS).toISOString() };
  const actOf = (state: string) => itemsOf({ keys: [{ ...key, key_id: 'key_1', state }] })[0]?.act;
  expect(actOf('expiring')).toMatchObject({ kind: 'rotate', needs: 'make_api_keys' });
  expect(actOf('in_grace')).toEqual({
    kind: 'uses',
    needs: 'see_request_log',
    to: '/request-log',
    search: { key_id: 'key_1' },
  });
});

test('an open invitation says whose it is, two names at most, and none that are hidden', () => {
  const [a, b, c] = [{ name: 'A' }, { name: null, email: 'b@example.com' }, { name: 'C' }];
  const saysOf = (invited: object[]) => itemsOf({ invited })[0]?.more;
  expect(saysOf([a])).toBe('A');
  expect(saysOf([a, b, c])).toBe('A, b@example.com +1');
  expect(saysOf([{ name: null, email: null }])).toBe('It is not accepted yet.');
});

test('requests that a limit refused say whose they are, and lead to the log of that program', () => {
  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const ofDay = { day: dayOf(1), limited: 24, server_errors: 0 };
  const usage = { days: [ofDay, { ...ofDay, day: dayOf(7) }] };
  const key = (name: string | null) => ({
    key: name && { id: `key_${name}`, name },
    replaced: [{ id: 'key_before', name }],
    limited: 12,
  });
  const shown = (...names: (string | null)[]) =>
    itemsOf({ usage, limitedKeys: names.map(key) }).map(({ title, search }) => [title, search]);
  const search = { code: 'rate_limited', since: `${dayOf(6)}T00:00:00Z` };
  expect(shown('BI')).toEqual([
    ['24 requests of “BI” were refused because of a limit', { ...search, key_id: 'key_BI' }],
  ]);
  expect(shown('BI', 'ERP')).toEqual([
    ['24 requests of 2 programs were refused because of a limit', search],
  ]);
  expect(shown(null)).toEqual([['24 requests were refused because of a limit', search]]);
});

test('two endpoints of one host are told apart by the part of the path that differs, others by their hosts', () => {
  const urls = [
    'https://one.example/en/ten_1/crm',
    'https://one.example/en/ten_1/academy?token=secret',
    'https://four.example/hooks?to=us',
    'https://four.example/hooks?to=them',
    'https://two.example/hooks',
    'https://two.example/',
    'https://three.example/hooks',
  ];
  const endpoints = urls.map((url) => ({ id: url, url }));
  const health = urls.map((url) => ({
    endpoint_id: url,
    status: 'active',
    failing_since: new Date(0).toISOString(),
  }));
  expect(
    itemsOf({ endpoints, health })
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual([
    'The endpoint four.example/hooks?to=them is failing',
    'The endpoint four.example/hooks?to=us is failing',
    'The endpoint one.example/…/academy is failing',
    'The endpoint one.example/…/crm is failing',
    'The endpoint three.example is failing',
    'The endpoint two.example/ is failing',
    'The endpoint two.example/hooks is failing',
  ]);
});

describe('an active endpoint with at least 10 attempts in 24 hours', () => {
  const endpoint = { id: 'whe_1', url: 'https://data.example.com/inbox' };
  const ofHealth = (ok: number, failed: number, more = {}) => {
    const state = { status: 'active', failing_since: null, paused_at: null, ...more };
    const health = [{ endpoint_id: endpoint.id, ...state, ok, failed }];
    return itemsOf({ health, endpoints: [endpoint] });
  };

  test('of which less than 80 % succeeded is said to need many retries, and the line leads to it', () => {
    expect(ofHealth(20, 18)).toEqual([
      {
        id: 'whe_1',
        tone: 'needs',
        to: '/webhooks/whe_1',
        title: 'The endpoint data.example.com needs many retries',
        more: '18 of 38 attempts failed in 24 hours.',
        act: { kind: 'attempts', needs: 'see_webhooks', to: '/webhooks/whe_1' },
      },
    ]);
    expect(ofHealth(799, 201)).toHaveLength(1);
    expect(ofHealth(800, 200)).toEqual([]);
    expect(ofHealth(0, 10)).toHaveLength(1);
    expect(ofHealth(0, 9)).toEqual([]);
  });

  test('has one line, although it is failing too, and none while it is switched off', () => {
    const failing = { failing_since: new Date().toISOString() };
    expect(ofHealth(20, 18, failing).map(({ title }) => title)).toEqual([
      'The endpoint data.example.com is failing',
    ]);
    expect(ofHealth(20, 18, { status: 'disabled' })).toEqual([]);
  });
});

test('what the team should train stands before limits and invitations, which have no time either', () => {
  const usage = { days: [{ day: '9999-01-01', server_errors: 0, limited: 1 }] };
  const expired = [{ id: 'mem_1', name: 'A', email: null }];
  const items = itemsOf({ usage, expired, overdue: 1, gap: 'closing' });
  expect(items.map(({ id }) => id)).toEqual(['overdue', 'gap', '429', 'expired']);
});
