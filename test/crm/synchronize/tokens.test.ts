import { describe, expect, test } from 'vitest';
import { openAccess } from '../../../src/crm/access.ts';
import type { Access, CrmConnector, Tokens } from '../../../src/crm/connector.ts';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import type {
  ApiOptions,
  OpenedApi,
} from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime, crmKey, idleApi } from '../harness/connection.ts';
import { Crash, crashingPool } from '../harness/crashing-pool.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

const tokens = (no: number, expires_at: string | null = null): Tokens => ({
  access_token: `access ${no}`,
  refresh_token: `refresh ${no}`,
  expires_at,
  host: null,
});
const soon = () => new Date(Date.now() + 60_000).toISOString();

/** A provider that rotates refresh tokens: each can be used once. */
class Rotating {
  current = 1;
  /** False: a refresh token can be used again and again. */
  rotates = true;
  /** Runs before the provider answers a renewal. */
  meanwhile: () => Promise<unknown> = async () => undefined;
  readonly used: string[] = [];

  connect(crm: PlainCrm): PlainCrm {
    Object.assign(crm.connector, {
      oauth: { renew: (_: unknown, old: Tokens) => this.#renew(old) },
    } as Partial<CrmConnector>);
    return crm;
  }

  /** An API that sends requests with its present credentials, as the real API does. */
  openApi = (_: CrmConnector, access: Access, { onRefused }: ApiOptions): OpenedApi => {
    let now = access;
    return {
      ...idleApi(),
      use: (renewed) => {
        now = renewed;
      },
      send: async () => {
        if (now.tokens?.access_token !== `access ${this.current}`) {
          const renewed = await onRefused?.();
          if (!renewed) throw new CrmFailure('auth', { status: 401 });
          now = renewed;
        }
        this.used.push(now.tokens?.access_token ?? '');
        return { status: 200, body: null, header: () => null };
      },
    };
  };

  async #renew({ refresh_token }: Tokens): Promise<Tokens> {
    const isGood = refresh_token === (this.rotates ? `refresh ${this.current}` : 'refresh 1');
    if (!isGood) throw new CrmFailure('auth', { status: 400 });
    this.current += 1;
    await this.meanwhile();
    const renewed = tokens(this.current);
    return this.rotates ? renewed : { ...renewed, refresh_token };
  }
}

async function connected(first: Tokens) {
  const provider = new Rotating();
  const access: Access = { kind: 'oauth', tokens: first };
  const crm = provider.connect(await PlainCrm.of(await makeTeam(api()), { access }));
  const { read } = crm.connector;
  // The read makes one request for each page.
  Object.assign(crm.connector, {
    read: async (...[requested, request]: Parameters<CrmConnector['read']>) => {
      await requested.send({ path: '/deals' });
      return read(requested, request);
    },
  } as Partial<CrmConnector>);
  const stored = async (): Promise<Access> => {
    const row = await crm.row();
    const owner = { tenantId: crm.team.tenantId, id: crm.connectionId, provider: 'hubspot' };
    return openAccess(crmKey, owner, row.credentials as Buffer);
  };
  const { openApi } = provider;
  return { provider, crm, stored, openApi };
}

test('tokens that end soon are renewed, and stored before they are used', async () => {
  const { provider, crm, stored, openApi } = await connected(tokens(1, soon()));
  expect(await crm.synchronize({ openApi })).toBe('ok');
  expect(provider.used).toEqual(['access 2']);
  expect((await stored()).tokens).toEqual(tokens(2));
});

test.each([
  ['says that they live five minutes', { lives_seconds: 290 }],
  ['does not say how long they live', {}],
])(
  'if the provider %s, tokens that end in five minutes are renewed once at most',
  async (_, life) => {
    const inFive = () => new Date(Date.now() + 290_000).toISOString();
    const short = (no: number): Tokens => ({ ...tokens(no, inFive()), ...life });
    const access: Access = { kind: 'oauth', tokens: short(0) };
    const crm = await PlainCrm.of(await makeTeam(api()), { access });
    crm.deals = Array.from({ length: 10 }, (_, index) => aDeal(`${index}`));
    crm.pageSize = 1;
    let renewals = 0;
    const oauth = {
      renew: async () => {
        renewals += 1;
        return short(renewals);
      },
    };
    Object.assign(crm.connector, { oauth } as unknown as Partial<CrmConnector>);
    expect(await crm.synchronize()).toBe('ok');
    expect(renewals).toBe('lives_seconds' in life ? 0 : 1);
  },
);

test('tokens that the provider refuses are renewed once', async () => {
  const { provider, crm, stored, openApi } = await connected({
    ...tokens(1),
    access_token: 'ended',
  });
  expect(await crm.synchronize({ openApi })).toBe('ok');
  expect(provider.used).toEqual(['access 2']);
  expect((await stored()).tokens).toEqual(tokens(2));
});

test('a worker that loses its lease during a renewal still stores the new tokens, because only they are valid', async () => {
  const { provider, crm, stored, openApi } = await connected(tokens(1, soon()));
  provider.meanwhile = () => crm.set('lease_no = lease_no + 1');
  expect(await crm.synchronize({ openApi })).toBe('lease_lost');
  expect((await stored()).tokens).toEqual(tokens(2));
  provider.meanwhile = async () => undefined;
  expect(await crm.synchronize({ openApi })).toBe('ok');
});

test('a connection that a person has paused meanwhile stays paused, with the tokens that the provider takes', async () => {
  const { provider, crm, stored, openApi } = await connected(tokens(1, soon()));
  // The connection was refused before, and a person has asked for another try.
  provider.meanwhile = () =>
    crm.set(`lease_no = lease_no + 1, state = 'paused', failed_for = 'auth', next_sync_at = null`);
  expect(await crm.synchronize({ openApi })).toBe('lease_lost');
  expect(await crm.row()).toMatchObject({ state: 'paused', next_sync_at: null });
  expect((await stored()).tokens).toEqual(tokens(2));
});

test('credentials that a person has entered meanwhile are not overwritten', async () => {
  const { provider, crm, stored, openApi } = await connected(tokens(1, soon()));
  provider.meanwhile = () => crm.set("credentials_at = now() + interval '1 s'");
  expect(await crm.synchronize({ openApi })).toBe('lease_lost');
  expect((await stored()).tokens?.access_token).toBe('access 1');
});

test('if several workers use former tokens and are refused, nobody is asked to sign in', async () => {
  // The second worker is refused before the first one has stored its new tokens.
  const { provider, crm, stored, openApi } = await connected(tokens(1, soon()));
  provider.meanwhile = async () => {
    provider.meanwhile = async () => undefined;
    expect(await crm.synchronize({ openApi })).toBe('failed');
  };
  expect(await crm.synchronize({ openApi })).toBe('lease_lost');
  expect(await crm.row()).toMatchObject({ state: 'active', next_in: 0 });
  expect((await stored()).tokens).toEqual(tokens(2));
  expect(await crm.synchronize({ openApi })).toBe('ok');

  // This worker still has the former tokens, and is refused after the new ones were stored.
  const late = await connected(tokens(1, soon()));
  const claim = await late.crm.claim();
  expect(await late.crm.synchronize({ openApi: late.openApi })).toBe('ok');
  const { lease_no } = await late.crm.row();
  const taken = { ...claim, leaseNo: Number(lease_no) };
  const deps = late.crm.deps({ openApi: late.openApi });
  expect(await synchronize(deps, taken, allTheTime)).toBe('yielded');
  expect(await late.crm.row()).toMatchObject({ state: 'active', failures: 0, leased_at: null });
});

/** The number of statements that a worker sends before it stores its renewal. */
async function statementsBefore(): Promise<number> {
  const { provider, crm, openApi } = await connected(tokens(1, soon()));
  let [sent, before] = [0, -1];
  const counted = crashingPool(api().pool, Number.POSITIVE_INFINITY, () => {
    sent += 1;
  });
  provider.meanwhile = async () => {
    before = sent;
  };
  expect(await crm.synchronize({ openApi, pool: counted })).toBe('ok');
  return before;
}

describe.each([
  ['with rotation, it says "sign in again"', true],
  ['without rotation, it works', false],
])('a renewal that is not stored: %s', (_, rotates) => {
  async function requireEnd({ crm, openApi }: Awaited<ReturnType<typeof connected>>) {
    const end = await synchronize(crm.deps({ openApi }), await crm.claimAfterLease(), allTheTime);
    const row = await crm.row();
    if (rotates) {
      expect(end).toBe('failed');
      expect(row).toMatchObject({ state: 'sign_in', failed_for: 'auth', next_sync_at: null });
    } else {
      expect(end).toBe('ok');
      expect(row).toMatchObject({ state: 'active', failed_for: null });
      expect(row.next_sync_at).not.toBe(null);
    }
  }

  test('happens after a kill between the answer and the store', async () => {
    const before = await statementsBefore();
    const setup = await connected(tokens(1, soon()));
    setup.provider.rotates = rotates;
    const pool = crashingPool(api().pool, before);
    const killed = setup.crm.synchronize({ openApi: setup.openApi, pool });
    await expect(killed).rejects.toThrow(Crash);
    expect(setup.provider.current).toBe(2);
    expect((await setup.stored()).tokens?.access_token).toBe('access 1');
    await requireEnd(setup);
  });

  test('happens after an answer that comes later than its time limit', async () => {
    const setup = await connected(tokens(1, soon()));
    setup.provider.rotates = rotates;
    setup.provider.meanwhile = () => {
      setup.provider.meanwhile = async () => undefined;
      throw new CrmFailure('unavailable', { code: 'timeout' });
    };
    expect(await setup.crm.synchronize({ openApi: setup.openApi })).toBe('failed');
    expect(setup.provider.current).toBe(2);
    expect(await setup.crm.row()).toMatchObject({ state: 'active', failed_for: 'unavailable' });
    await requireEnd(setup);
  });
});

test('a renewal that is refused says "sign in again"', async () => {
  const { crm, openApi } = await connected({ ...tokens(7), access_token: 'ended' });
  expect(await crm.synchronize({ openApi })).toBe('failed');
  expect(await crm.row()).toMatchObject({ state: 'sign_in', failed_for: 'auth' });
});

test('tokens that are refused right after their renewal are a lost sign-in', async () => {
  const { provider, crm, openApi } = await connected(tokens(1, soon()));
  provider.meanwhile = async () => {
    // All tokens become invalid, as if the customer had removed the app.
    provider.current = 99;
  };
  Object.assign(crm.connector.oauth ?? {}, {
    renew: async (_: unknown, old: Tokens) => {
      if (old.refresh_token !== 'refresh 1') throw new CrmFailure('auth', { status: 400 });
      await provider.meanwhile();
      return tokens(2);
    },
  });
  expect(await crm.synchronize({ openApi })).toBe('failed');
  expect(await crm.row()).toMatchObject({ state: 'sign_in', failed_for: 'auth' });
});

test('credentials of another connection cannot be opened', async () => {
  const { crm, openApi } = await connected(tokens(1));
  const other = await PlainCrm.of(crm.team);
  const { credentials } = await other.row();
  await crm.set('credentials = $2', credentials);
  expect(await synchronize(crm.deps({ openApi }), await crm.claim(), allTheTime)).toBe('failed');
  expect(await crm.row()).toMatchObject({ failed_for: 'internal', failures: 1 });
});
