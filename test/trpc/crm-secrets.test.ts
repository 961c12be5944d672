import { describe, expect, test } from 'vitest';
import { openAccess } from '../../src/crm/access.ts';
import { errorOf } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { anAccount, tokenOf } from './harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();
const hubspot = 'hubspot' as const;

describe('credentials', () => {
  test('are sealed for their row: in another row they do not open', async () => {
    const crm = await CrmTeam.make(api());
    const account = anAccount();
    const [one, two] = [await crm.connect({ account }), await crm.connect()];
    const key = api().crm?.sealKey;
    if (!key) throw new Error('no key');
    const { credentials } = await crm.row(one.id);
    const sealed = credentials as Buffer;
    const of = (id: string, tenantId = crm.team.tenantId) => ({ tenantId, id, provider: hubspot });
    expect(openAccess(key, of(one.id), sealed)).toEqual({
      kind: 'token',
      entered: { access_token: tokenOf(account) },
      tokens: null,
    });
    expect(() => openAccess(key, of(two.id), sealed)).toThrow();
    expect(() => openAccess(key, of(one.id, 'ten_other'), sealed)).toThrow();
    expect(() => openAccess(key, { ...of(one.id), provider: 'pipedrive' }, sealed)).toThrow();
    expect(sealed.includes(Buffer.from(tokenOf(account)))).toBe(false);
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
    const file = await fetch(crm.browser.url('').replace('/trpc/', '/app/export/my-data.json'), {
      headers: {
        cookie: `__Host-sid=${crm.browser.session ?? ''}`,
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(file.status).toBe(200);
    const text = JSON.stringify(answers) + (await file.text());
    for (const one of [secret, bad, tokenOf(other)]) {
      expect(text).not.toContain(one);
      expect(text).not.toContain(one.slice(5, -4));
    }
    expect(text).toContain(connection_id);
  });
});
