import { describe, expect, test } from 'vitest';
import { openAccess } from '../../src/crm/access.ts';
import { errorOf } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { anAccount, backFrom, tokenOf } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();
const hubspot = 'hubspot' as const;

/** The export of the owner's own data. */
async function ownData({ browser }: CrmTeam): Promise<string> {
  const file = await fetch(browser.url('').replace('/trpc/', '/app/export/my-data.json'), {
    headers: { cookie: `__Host-sid=${browser.session ?? ''}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(file.status).toBe(200);
  return file.text();
}

describe('credentials', () => {
  test('are sealed for their row, and open in no other row', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const [one, two] = [await crm.connect({ account }), await crm.connect()];
    const key = api().crm?.sealKey;
    if (!key) throw new Error('no key');
    const { credentials } = await crm.row(one.id);
    const sealed = credentials as Buffer;
    const ownerOf = (id: string, tenantId = crm.team.tenantId) => ({
      tenantId,
      id,
      provider: hubspot,
    });
    expect(openAccess(key, ownerOf(one.id), sealed)).toEqual({
      kind: 'token',
      entered: { access_token: tokenOf(account) },
      tokens: null,
    });
    expect(() => openAccess(key, ownerOf(two.id), sealed)).toThrow();
    expect(() => openAccess(key, ownerOf(one.id, 'ten_other'), sealed)).toThrow();
    expect(() => openAccess(key, { ...ownerOf(one.id), provider: 'pipedrive' }, sealed)).toThrow();
    expect(sealed.includes(Buffer.from(tokenOf(account)))).toBe(false);
  });

  test('of a consent, and an API token, are in no answer, log line, audit entry, stored reply or file', async () => {
    const crm = await CrmTeam.make(api());
    const [account, other] = [anAccount(), anAccount()];
    const api_token = tokenOf(other);
    const credentials = { company: 'acme', api_token };
    const pipedrive = await crm.app.crm.connect.mutate({ provider: 'pipedrive', credentials });
    const { url } = await crm.app.crm.beginOAuth.mutate({ provider: hubspot });
    const back = backFrom(url, `good-${account}`);
    crm.browser.headers = { 'idempotency-key': 'one consent' };
    const made = await crm.app.crm.finishOAuth.mutate(back);
    crm.browser.headers = {};
    const again = await errorOf(crm.app.crm.finishOAuth.mutate(back));
    const wrong = { company: 'acme', api_token: tokenOf(other, 'bad') };
    const refused = await errorOf(
      crm.app.crm.reconnect.mutate({ connection_id: pipedrive.id, credentials: wrong }),
    );
    const answers: unknown[] = [made, pipedrive, again, refused];
    for (const { id: connection_id } of [made, pipedrive]) {
      answers.push(
        await crm.app.crm.getConnection.query({ connection_id }),
        await crm.app.crm.runs.query({ connection_id }),
        await crm.audits(connection_id),
      );
    }
    const text = JSON.stringify([
      ...answers,
      await crm.app.crm.connections.query({}),
      await crm.app.auditLog.list.query({}),
      api().logLines,
      (await api().sql.query('select * from crm_connection')).rows,
      (await api().sql.query('select * from crm_consent')).rows,
      (await api().sql.query('select * from idempotency_record')).rows,
      (await api().sql.query('select * from request_log')).rows,
      await ownData(crm),
    ]);
    const tokens = ['access', 'refresh'].map((kind) => `good-${account}-${kind}-token-of-oauth`);
    const secrets = [api_token, wrong.api_token, back.code, back.state, ...tokens];
    for (const one of secrets) expect(text).not.toContain(one);
    expect(text).toContain(made.id);
  });

  test('are in no answer, log line, audit entry, stored reply or file', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const secret = tokenOf(account);
    const { id: connection_id } = await crm.connect({ account });
    const other = anAccount();
    const refused = await errorOf(
      crm.app.crm.reconnect.mutate({
        connection_id,
        credentials: { access_token: tokenOf(other) },
      }),
    );
    const bad = tokenOf(account, 'bad');
    const wrong = await errorOf(
      crm.app.crm.reconnect.mutate({ connection_id, credentials: { access_token: bad } }),
    );
    const answers = [
      refused,
      wrong,
      await crm.app.crm.connections.query({}),
      await crm.app.crm.getConnection.query({ connection_id }),
      await crm.app.crm.runs.query({ connection_id }),
      await crm.app.auditLog.list.query({}),
      await crm.audits(connection_id),
      api().logLines,
      (await api().sql.query('select * from crm_connection')).rows,
      (await api().sql.query('select * from idempotency_record')).rows,
    ];
    const text = JSON.stringify(answers) + (await ownData(crm));
    for (const one of [secret, bad, tokenOf(other)]) {
      expect(text).not.toContain(one);
      expect(text).not.toContain(one.slice(5, -4));
    }
    expect(text).toContain(connection_id);
  });
});
