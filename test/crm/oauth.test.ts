import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAccess } from '../../src/crm/access.ts';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { anAccount, backFrom, insertConnection, tokenOf } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();
const hubspot = 'hubspot' as const;

async function started(crm: CrmTeam, connection_id?: string) {
  const input = connection_id ? { provider: hubspot, connection_id } : { provider: hubspot };
  const { url } = await crm.app.crm.beginOAuth.mutate(input);
  return url;
}

describe('a consent', () => {
  test('connects the account that the provider names, and shows no hint of its tokens', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const url = await started(crm);
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(
      'http://localhost:3000/app/crm/callback',
    );
    const made = await crm.app.crm.finishOAuth.mutate(backFrom(url, `good-${account}`));
    expect(made).toMatchObject({
      account_id: account,
      access: { kind: 'oauth', last_four: '' },
      state: 'first',
    });
    const key = api().crm?.sealKey;
    if (!key) throw new Error('no key');
    const { credentials } = await crm.row(made.id);
    const owner = { tenantId: crm.team.tenantId, id: made.id, provider: hubspot };
    expect(openAccess(key, owner, credentials as Buffer)).toMatchObject({
      kind: 'oauth',
      tokens: { refresh_token: `good-${account}-refresh-token-of-oauth` },
    });
  });

  test('is stored by the hash of its state, which is 32 random bytes, with a sealed verifier', async () => {
    const crm = await CrmTeam.make(api());
    const url = await started(crm);
    const state = new URL(url).searchParams.get('state') ?? '';
    expect(Buffer.from(state, 'base64url')).toHaveLength(32);
    const { rows } = await api().sql.query('select * from crm_consent where tenant_id = $1', [
      crm.team.tenantId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].state_hash).toEqual(createHash('sha256').update(state).digest());
    expect(JSON.stringify(rows)).not.toContain(state);
    expect(rows[0].verifier.length).toBeGreaterThan(43);
  });

  test('is one of twenty at most that a team has open: the oldest goes', async () => {
    const crm = await CrmTeam.make(api());
    const urls: string[] = [];
    for (let n = 0; n < 21; n++) {
      api().clock.travel(1);
      urls.push(await started(crm));
    }
    const { rows } = await api().sql.query(
      'select count(*)::integer as open from crm_consent where tenant_id = $1',
      [crm.team.tenantId],
    );
    expect(rows).toEqual([{ open: 20 }]);
    const finish = (url = '') =>
      codeOf(crm.app.crm.finishOAuth.mutate(backFrom(url, `good-${anAccount()}`)));
    expect([await finish(urls[0]), await finish(urls[1])]).toEqual(['link_invalid', 'ok']);
  });

  test('works once, even if two use it at the same moment', async () => {
    const crm = await CrmTeam.make(api());
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    const same = crm.browser.stolen();
    const codes = await Promise.all([
      codeOf(crm.app.crm.finishOAuth.mutate(back)),
      codeOf(same.app.crm.finishOAuth.mutate(back)),
    ]);
    expect(codes.sort()).toEqual(['link_invalid', 'ok']);
    expect(await codeOf(crm.app.crm.finishOAuth.mutate(back))).toBe('link_invalid');
  });

  test('a repeated call with the same Idempotency-Key gets its first answer, and the provider is not asked again', async () => {
    const crm = await CrmTeam.make(api());
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    crm.browser.headers = { 'idempotency-key': 'one consent' };
    const first = await crm.app.crm.finishOAuth.mutate(back);
    const redeemed = api().crm?.redeemed.length;
    expect(await crm.app.crm.finishOAuth.mutate(back)).toEqual(first);
    expect(api().crm?.redeemed.length).toBe(redeemed);
  });

  test.each([
    [599, 'ok'],
    [600, 'link_invalid'],
  ])('lasts ten minutes: after %i s it is %s', async (seconds, code) => {
    const crm = await CrmTeam.make(api());
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    api().clock.travel(seconds * 1000);
    const later = crm.browser.stolen();
    await api().sql.query('update session set proved_at = $1', [api().clock.now()]);
    expect(await codeOf(later.app.crm.finishOAuth.mutate(back))).toBe(code);
  });

  test("belongs to its session: another person's is refused, and the state still works for its own", async () => {
    const crm = await CrmTeam.make(api());
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    const error = await errorOf((await crm.another()).app.crm.finishOAuth.mutate(back));
    expect(error.code).toBe('link_invalid');
    expect(error.explanation).toContain('Beginnen Sie noch einmal');
    expect(await codeOf(crm.app.crm.finishOAuth.mutate(back))).toBe('ok');
  });

  test('belongs to the person and to the team', async () => {
    const crm = await CrmTeam.make(api());
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    const admin = await crm.team.addMember({ role: 'admin', canManageKeys: true });
    const colleague = await makeSession(crm.team, admin);
    expect(await codeOf(colleague.app.crm.finishOAuth.mutate(back))).toBe('link_invalid');
    const other = await makeTeam(api());
    const stranger = await makeSession(other, other.owner);
    expect(await codeOf(stranger.app.crm.finishOAuth.mutate(back))).toBe('link_invalid');
    const { rows } = await api().sql.query(
      'select state_hash from crm_consent where tenant_id = $1',
      [crm.team.tenantId],
    );
    expect(rows).toHaveLength(1);
  });

  test('belongs to its team: after a switch to another team, the same session is refused', async () => {
    const crm = await CrmTeam.make(api());
    const other = await makeTeam(api());
    const { email } = crm.team.owner;
    await other.addMember({ role: 'admin', email, canManageKeys: true });
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    const switchTo = async (tenant_id: string) => {
      await crm.app.session.switchTeam.mutate({ tenant_id });
      await api().sql.query('update session set proved_at = $1', [api().clock.now()]);
      expect((await crm.app.session.current.query({}))?.team?.id).toBe(tenant_id);
    };
    await switchTo(other.tenantId);
    expect(await codeOf(crm.app.crm.finishOAuth.mutate(back))).toBe('link_invalid');
    expect((await crm.app.crm.connections.query({})).data).toEqual([]);
    await switchTo(crm.team.tenantId);
    expect(await codeOf(crm.app.crm.finishOAuth.mutate(back))).toBe('ok');
  });

  test('belongs to its person, even if the session has another person now', async () => {
    const crm = await CrmTeam.make(api());
    const back = backFrom(await started(crm), `good-${anAccount()}`);
    const admin = await crm.team.addMember({ role: 'admin', canManageKeys: true });
    const startedBy = (person: string) =>
      api().sql.query('update crm_consent set person_id = $2 where tenant_id = $1', [
        crm.team.tenantId,
        person,
      ]);
    await startedBy(admin.userId);
    expect(await codeOf(crm.app.crm.finishOAuth.mutate(back))).toBe('link_invalid');
    await startedBy(crm.team.owner.userId);
    expect(await codeOf(crm.app.crm.finishOAuth.mutate(back))).toBe('ok');
  });

  test('an unknown state is refused, and no provider is asked', async () => {
    const crm = await CrmTeam.make(api());
    const requests = api().crm?.requests.length;
    const call = crm.app.crm.finishOAuth.mutate({ state: 'x'.repeat(43), code: 'good-1-x' });
    expect(await codeOf(call)).toBe('link_invalid');
    expect(api().crm?.requests.length).toBe(requests);
  });

  test.each(['access_denied', 'user_denied'])(
    'the refusal of a cancelled consent says so (%s)',
    async (error) => {
      const crm = await CrmTeam.make(api());
      const { state } = backFrom(await started(crm), '');
      const refused = await errorOf(crm.app.crm.finishOAuth.mutate({ state, error }));
      expect(refused.explanation).toContain('abgebrochen');
      expect((await crm.app.crm.connections.query({})).data).toEqual([]);
      expect(await codeOf(crm.app.crm.finishOAuth.mutate({ state, error }))).toBe('link_invalid');
    },
  );

  test('a code of another consent is refused by its verifier (PKCE)', async () => {
    const crm = await CrmTeam.make(api());
    const stolen = backFrom(await started(crm), `good-${anAccount()}`);
    const { state } = backFrom(await started(crm), '');
    const error = await errorOf(crm.app.crm.finishOAuth.mutate({ state, code: stolen.code }));
    expect(error).toMatchObject({ code: 'validation_error', field: 'credentials' });
  });

  test('for a connection is refused if it brings another account', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const id = await insertConnection(crm.team, { account_id: account, state: 'sign_in' });
    const other = backFrom(await started(crm, id), `good-${anAccount()}`);
    const error = await errorOf(crm.app.crm.finishOAuth.mutate(other));
    expect(error.code).toBe('conflict');
    expect(error.explanation).toContain('anderen Konto');
    expect(await crm.row(id)).toMatchObject({ state: 'sign_in', credentials: null });
    const back = backFrom(await started(crm, id), `good-${account}`);
    expect(await crm.app.crm.finishOAuth.mutate(back)).toMatchObject({
      id,
      access: { kind: 'oauth' },
    });
    expect(await crm.row(id)).toMatchObject({ state: 'active', failures: 0 });
    expect((await crm.audits(id)).map(({ action }) => action)).toEqual(['crm.reconnected']);
  });

  test('is not offered for a provider without a client of the operator', async () => {
    const crm = await CrmTeam.make(api());
    expect(await codeOf(crm.app.crm.beginOAuth.mutate({ provider: 'pipedrive' }))).toBe('conflict');
  });

  test('cannot begin for a connection of another team or provider', async () => {
    const [crm, other] = [await CrmTeam.make(api()), await CrmTeam.make(api())];
    const foreign = await insertConnection(other.team);
    const begin = (connection_id: string) =>
      codeOf(crm.app.crm.beginOAuth.mutate({ provider: hubspot, connection_id }));
    expect(await begin(foreign)).toBe('not_found');
    expect(await begin(await insertConnection(crm.team, { provider: 'pipedrive' }))).toBe(
      'conflict',
    );
  });
});

describe('reconnect', () => {
  test('accepts other credentials of the same account, and refuses those of another', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const connection_id = await insertConnection(crm.team, {
      account_id: account,
      state: 'sign_in',
      next_sync_at: null,
      failures: 3,
      failing_since: api().clock.now(),
      failed_for: 'auth',
      told_at: api().clock.now(),
      lease_no: 7,
    });
    const reconnect = (account: string) =>
      crm.app.crm.reconnect.mutate({
        connection_id,
        credentials: { access_token: tokenOf(account) },
      });
    expect(await codeOf(reconnect(anAccount()))).toBe('conflict');
    expect(await reconnect(account)).toMatchObject({
      state: 'up_to_date',
      failing_since: null,
      failure: null,
    });
    expect(await crm.row(connection_id)).toMatchObject({
      state: 'active',
      // No further mail before a synchronization has succeeded.
      told_at: expect.any(Date),
      lease_no: 8,
      next_cause: 'connected',
    });
  });

  test('a paused connection stays paused', async () => {
    const crm = await CrmTeam.make(api());
    const account_id = anAccount();
    const more = { state: 'paused', next_sync_at: null };
    const connection_id = await insertConnection(crm.team, { account_id, ...more });
    const credentials = { access_token: tokenOf(account_id) };
    const answer = await crm.app.crm.reconnect.mutate({ connection_id, credentials });
    expect(answer).toMatchObject({ state: 'paused', next_sync_at: null });
  });

  test.each(['ended', 'removing'])('a connection that is %s is refused', async (state) => {
    const crm = await CrmTeam.make(api());
    const account_id = anAccount();
    const connection_id = await insertConnection(crm.team, { account_id, state });
    const credentials = { access_token: tokenOf(account_id) };
    expect(await codeOf(crm.app.crm.reconnect.mutate({ connection_id, credentials }))).toBe(
      'conflict',
    );
  });
});
