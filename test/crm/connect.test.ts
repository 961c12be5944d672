import { describe, expect, onTestFinished, test } from 'vitest';
import { Browser, codeOf, errorOf } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import {
  anAccount,
  endConnections,
  insertConnection,
  tokenOf,
} from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();
const hubspot = 'hubspot' as const;

describe('providers', () => {
  test('says which CRMs can be connected, with which fields, and how many connections are left', async () => {
    const crm = await CrmTeam.make(api());
    await insertConnection(crm.team);
    await insertConnection(crm.team, { state: 'ended' });
    expect(await crm.app.crm.providers.query({})).toEqual({
      data: [
        { provider: 'hubspot', oauth: true, fields: ['access_token'] },
        { provider: 'pipedrive', oauth: false, fields: ['company', 'api_token'] },
      ],
      left: 4,
      egress_addresses: [],
    });
  });
});

describe('credentials that a CRM is asked about', () => {
  test.each([
    ['bad', 'validation_error', 'crm_credentials_refused'],
    ['down', 'conflict', 'crm_unavailable'],
    ['odd', 'conflict', 'crm_unreadable'],
    ['quota', 'rate_limited', 'crm_quota_used'],
  ])('a CRM whose answer is %s refuses with %s', async (mood, code) => {
    const crm = await CrmTeam.make(api());
    const credentials = { access_token: tokenOf(anAccount(), mood) };
    const error = await errorOf(crm.app.crm.connect.mutate({ provider: hubspot, credentials }));
    expect(error.code).toBe(code);
    expect(error.explanation).toMatch(/CRM/);
    if (mood === 'quota') expect(error.retry_after).toBe(90);
  });

  test.each([
    ['fields of another provider', hubspot, { api_token: 'x'.repeat(20), company: 'acme' }],
    ['no field', hubspot, {}],
  ])('%s: the call is refused before any provider is asked', async (_, provider, credentials) => {
    const crm = await CrmTeam.make(api());
    const requests = api().crm?.requests.length;
    const call = crm.app.crm.connect.mutate({ provider, credentials });
    expect(await errorOf(call)).toMatchObject({ code: 'validation_error', field: 'credentials' });
    expect(api().crm?.requests.length).toBe(requests);
  });

  test('a provider that this installation does not have is refused', async () => {
    const crm = await CrmTeam.make(api());
    const call = crm.app.crm.connect.mutate({ provider: 'demo', credentials: {} });
    expect(await codeOf(call)).toBe('conflict');
  });

  test('the eleventh question of a person in a minute gets rate_limited with a time', async () => {
    const crm = await CrmTeam.make(api());
    const ask = () => {
      const credentials = { access_token: tokenOf(anAccount(), 'bad') };
      return crm.app.crm.connect.mutate({ provider: hubspot, credentials });
    };
    api().clock.elapsesMs = 0;
    onTestFinished(() => {
      api().clock.elapsesMs = 1_000;
    });
    for (let n = 0; n < 10; n += 1) expect(await codeOf(ask())).toBe('validation_error');
    const error = await errorOf(ask());
    expect(error.code).toBe('rate_limited');
    expect(error.retry_after).toBeGreaterThan(0);
    api().clock.elapsesMs = 61_000;
    expect(await codeOf(ask())).toBe('validation_error');
  });
});

describe('connect', () => {
  test('stores the connection, and its first synchronization is due at once', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const made = await crm.connect({ account });
    expect(made).toMatchObject({
      provider: 'hubspot',
      name: `Account ${account}`,
      state: 'first',
      account_id: account,
      access: { kind: 'token', last_four: tokenOf(account).slice(-4) },
      every_minutes: 15,
      daily_budget: 500,
      deals: 0,
      run: null,
    });
    const row = await crm.row(made.id);
    expect(row).toMatchObject({ state: 'active', next_cause: 'first' });
    expect(row.next_sync_at).not.toBeNull();
    expect(await crm.audits(made.id)).toEqual([
      {
        action: 'crm.connected',
        changes: {
          provider: 'hubspot',
          account_id: account,
          name: `Account ${account}`,
          access: 'token',
          revived: false,
        },
      },
    ]);
  });

  test('an account that lacks a permission is not connected', async () => {
    const crm = await CrmTeam.make(api());
    const error = await errorOf(crm.connect({ mood: 'weak' }));
    expect(error).toMatchObject({ code: 'validation_error', field: 'credentials' });
    expect(error.explanation).toContain('crm.objects.owners.read');
    expect((await crm.app.crm.connections.query({})).data).toEqual([]);
  });

  test('the same account twice is a conflict that names the other connection', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const { id } = await crm.connect({ account, name: 'Sales' });
    const error = await errorOf(crm.connect({ account }));
    expect(error).toMatchObject({ code: 'conflict', id });
    expect(error.explanation).toContain('Sales');
  });

  test('two people who connect one account at the same moment make one connection', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const credentials = { access_token: tokenOf(account) };
    const windows = await Promise.all([crm.another(), crm.another()]);
    const codes = await Promise.all(
      windows.map(({ app }) => codeOf(app.crm.connect.mutate({ provider: hubspot, credentials }))),
    );
    expect(codes.sort()).toEqual(['conflict', 'ok']);
  });

  test('a team has at most five connections, even if six are made at once', async () => {
    const crm = await CrmTeam.make(api());
    const windows = await Promise.all(Array.from({ length: 6 }, () => crm.another()));
    const codes = await Promise.all(
      windows.map(({ app }) => {
        const credentials = { access_token: tokenOf(anAccount()) };
        return codeOf(app.crm.connect.mutate({ provider: hubspot, credentials }));
      }),
    );
    expect(codes.sort()).toEqual(['conflict', 'ok', 'ok', 'ok', 'ok', 'ok']);
    expect((await crm.app.crm.providers.query({})).left).toBe(0);
  });

  test('the limit of five holds for two processes of an installation too', async () => {
    const crm = await CrmTeam.make(api());
    for (let n = 0; n < 4; n += 1) await insertConnection(crm.team);
    const beside = await api().beside();
    try {
      const [here, session] = [await crm.another(), await crm.another()];
      const there = new Browser(beside);
      there.session = session.session ?? '';
      const codes = await Promise.all(
        [here, there].map(({ app }) => {
          const credentials = { access_token: tokenOf(anAccount()) };
          return codeOf(app.crm.connect.mutate({ provider: hubspot, credentials }));
        }),
      );
      expect(codes.sort()).toEqual(['conflict', 'ok']);
    } finally {
      await beside.close();
    }
  });

  test('a connection that has ended does not count', async () => {
    const crm = await CrmTeam.make(api());
    for (let n = 0; n < 5; n += 1) await insertConnection(crm.team);
    expect(await codeOf(crm.connect())).toBe('conflict');
    await endConnections(crm.team);
    expect(await codeOf(crm.connect())).toBe('ok');
  });

  test('an account whose data were kept gets its former connection back', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const { id } = await crm.connect({ account, name: 'Sales' });
    await crm.app.crm.disconnect.mutate({ connection_id: id, data: 'keep' });
    const again = await crm.connect({ account });
    expect(again).toMatchObject({ id, name: 'Sales' });
    expect(await crm.row(id)).toMatchObject({
      state: 'active',
      read_again: true,
      next_cause: 'connected',
      failures: 0,
    });
    expect((await crm.audits(id)).map(({ action }) => action).sort()).toEqual([
      'crm.connected',
      'crm.connected',
      'crm.disconnected',
    ]);
  });

  test('an account whose data are being removed can be connected when the removal has ended', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const { id } = await crm.connect({ account });
    await crm.app.crm.disconnect.mutate({ connection_id: id, data: 'remove' });
    expect(await errorOf(crm.connect({ account }))).toMatchObject({ code: 'conflict', id });
  });

  test('two teams may connect the same account', async () => {
    const [one, two] = [await CrmTeam.make(api()), await CrmTeam.make(api())];
    const account = anAccount();
    expect(await codeOf(one.connect({ account }))).toBe('ok');
    expect(await codeOf(two.connect({ account }))).toBe('ok');
  });
});
