import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sealAccess } from '../../../src/crm/access.ts';
import { crmConfigs } from '../../../src/crm/crm-config.ts';
import { isDemoCrm } from '../../../src/crm/demo/address.ts';
import { demoCrm } from '../../../src/crm/demo/connector.ts';
import { CrmHttp } from '../../../src/crm/http/crm-http.ts';
import { CrmNetwork } from '../../../src/crm/http/crm-network.ts';
import { findObjections } from '../../../src/crm/objections/find-objections.ts';
import { createPool } from '../../../src/db/pool.ts';
import { UrlGuard } from '../../../src/egress/url-guard.ts';
import { objections } from '../../../src/seed/demo/crm-texts.ts';
import { serveDemoCrm } from '../../../src/seed/demo-crm/serve-demo-crm.ts';
import { createLogger } from '../../../src/shared/log.ts';
import { Outgoing } from '../../../src/shared/outgoing.ts';
import { claimConnections, claimedOf } from '../../../src/worker/crm/claim.ts';
import type { SyncDeps } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { formerTables } from '../../db/harness/former-tables.ts';
import { upgrade } from '../../db/harness/last-release/old-processes.ts';
import { allTheTime, crmKey } from '../harness/connection.ts';

const log = createLogger('fatal');
const id = 'con_demo';

/** The deals and objections of the demo team, as 0.5.0 made them. The last category no longer exists. */
const formerRows = `
  insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'Team', 'team', 9, now());
  insert into person (id, email, name, created_at) values ('usr_1', 'one@example.com', 'One', now());
  insert into person_team (person_id, tenant_id) values ('usr_1', 'ten_1');
  insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at, joined_at)
  values ('ten_1', 'mem_1', 'usr_1', 'one@example.com', 'member', 'active', 'app', now(), now());
  insert into catalog_entry (id, dimension, names, sort_key)
  select unnest(array['ind_machinery', 'ind_logistics']), 'industry', '{"de": "x", "en": "x"}', 0;
  insert into crm_deal (tenant_id, id, connection_id, external_id, outcome, title, amount, currency, close_date,
    probability, pipeline_id, stage_id, industry_id, lost_reason, owner_user_id, last_activity_at, synced_at,
    created_at)
  select t.id, 'deal_' || d.n, 'con_demo', 'D-100' || d.n, d.outcome, 'Verpackungslinie', 18400.50, 'EUR',
    '2026-09-01', d.probability, 'neugeschaeft', d.stage, d.industry, d.reason,
    'usr_1',
    now() - interval '20 days', now() - interval '6 min', now() - interval '300 days'
  from tenant t, (values
    (1, 'open', 55, 'angebot', 'ind_machinery', null),
    (2, 'lost', 0, 'verloren', 'ind_logistics', 'Der Mitbewerber war günstiger'),
    (3, 'won', 100, 'gewonnen', null, null)) as d (n, outcome, probability, stage, industry, reason)
  where t.id = 'ten_1';
  insert into crm_objection (tenant_id, id, deal_id, category, text, lang, created_at)
  select d.tenant_id, 'obj_' || o.n, d.id, o.category, o.text, o.lang, now() - o.n * interval '1 day'
  from (values
    (1, 'price', 'Ihr Mitbewerber ist zwölf Prozent günstiger.', 'de'),
    (2, 'authority', 'Head office picks the suppliers, not me.', 'en'),
    (3, 'competition', 'Wir haben schon ein Angebot, das alles abdeckt.', 'de')) as o (n, category, text, lang)
  join crm_deal d on d.id = 'deal_' || o.n`;

/** A database of 0.5.0 with its demo team, after the upgrade. */
async function upgraded() {
  const url = await formerTables('0.5.0', '20261223000000_left_names');
  const pool = createPool(url, { max: 4, name: 'upgraded demo', log });
  onTestFinished(() => pool.end());
  await pool.query(formerRows);
  await upgrade(url, {});
  return pool;
}

test('P534: when its CRM is connected, a demo of an earlier release keeps deals, industries and objections', async () => {
  const pool = await upgraded();
  const read = async (text: string) => (await pool.query(text, [id])).rows;
  const deals = () =>
    read(`select id, external_id, title, amount::text, outcome, stage_id, industry_id, industry_value, lost_reason,
        owner_user_id, created_at from crm_deal where connection_id = $1 order by external_id`);
  const storedObjections = () =>
    read(`select o.id, o.deal_id, o.text, o.category, o.source from crm_objection o
      join crm_deal d on d.tenant_id = o.tenant_id and d.id = o.deal_id
      where d.connection_id = $1 and o.source is distinct from 'lost_reason' order by o.text, o.id`);
  const [dealsBefore, objectionsBefore] = [await deals(), await storedObjections()];
  expect(dealsBefore.map(({ industry_value }) => industry_value)).toEqual([
    'Maschinenbau',
    'Logistik',
    null,
  ]);

  const [{ tenant_id: tenantId }] = await read(
    'select tenant_id from crm_connection where id = $1',
  );
  const deps = await demoCrmOf(pool, tenantId);
  const access = { kind: 'token', entered: {}, tokens: null } as const;
  await pool.query(
    `update crm_connection set state = 'active', read_again = true, next_sync_at = now(),
       next_cause = 'connected', credentials = $2 where id = $1`,
    [id, sealAccess(crmKey, { tenantId, id, provider: 'demo' }, access)],
  );
  const [claim] = await claimConnections(pool, { all: 1, long: 1 });
  expect(claim && (await synchronize(deps, claimedOf(claim), allTheTime))).toBe('ok');

  expect(await deals()).toEqual(dealsBefore);
  const after = await storedObjections();
  const texts = (rows: { text: string }[]) => rows.map(({ text }) => text);
  expect(texts(after)).toEqual(texts(objectionsBefore));
  const categories = new Map(
    objections.flatMap(({ category, ...texts }) => [
      [texts.de, category],
      [texts.en, category],
    ]),
  );
  for (const [index, one] of after.entries()) {
    expect(one.category).toBe(categories.get(one.text));
    const before = objectionsBefore[index];
    if (before?.category === one.category) expect(one).toEqual(before);
  }
});

/** The demo's CRM, with the deals that the database has. */
async function demoCrmOf(pool: SyncDeps['pool'], tenantId: string): Promise<SyncDeps> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'team-api-upgraded-demo-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const publicUrl = 'https://app.example.com';
  const crm = await serveDemoCrm({ dataDir, tenantId, publicUrl, pool, log });
  onTestFinished(() => crm.close());
  const resolver = { resolve: () => expect.fail('no name is resolved') } as never;
  const guard = new UrlGuard({ resolver, allowed: { check: () => false } as never });
  const isOwn = (origin: string) => isDemoCrm(dataDir, origin);
  const network = new CrmNetwork({
    outgoing: Outgoing.opened(),
    guard,
    crm: crmConfigs({}),
    isOwn,
  });
  onTestFinished(() => network.close());
  return {
    pool,
    log,
    accessKey: crmKey,
    connectorOf: () => demoCrm(dataDir),
    openApi: (connector, access, options) =>
      new CrmHttp({ connector, network, access, ...options }),
    loadObjections: async () => findObjections,
  };
}
