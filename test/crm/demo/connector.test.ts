import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type { CrmStream, SourceRecord, Window } from '../../../src/crm/connector.ts';
import { crmConfigs } from '../../../src/crm/crm-config.ts';
import { demoCrmAddress, isDemoCrm } from '../../../src/crm/demo/address.ts';
import { demoCrm, INDUSTRY_FIELD } from '../../../src/crm/demo/connector.ts';
import { CrmHttp } from '../../../src/crm/http/crm-http.ts';
import { CrmNetwork } from '../../../src/crm/http/crm-network.ts';
import { findObjections } from '../../../src/crm/objections/find-objections.ts';
import { crmConnectors } from '../../../src/crm/providers.ts';
import { UrlGuard } from '../../../src/egress/url-guard.ts';
import { createDemo, type Demo } from '../../../src/seed/demo/create-demo.ts';
import { industries } from '../../../src/seed/demo/crm-sales.ts';
import { type DemoCrmServer, serveDemoCrm } from '../../../src/seed/demo-crm/serve-demo-crm.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../../harness/api.ts';
import { useApi } from '../../harness/use-api.ts';

const api = useApi();
const publicUrl = 'https://app.example.com';
const log = { error: (about: unknown) => expect.fail(JSON.stringify(about)) } as never;

const language = 'en';
let dataDir: string;
let demo: Demo;
let made: { now: Date; language: typeof language };
let crm: DemoCrmServer;
let network: CrmNetwork;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'team-api-demo-crm-'));
  const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
  made = { now: api().clock.now(), language };
  demo = await createDemo({ pool: api().sql, publicUrl, secretKey, ...made });
  crm = await serve();
  const guard = new UrlGuard({ resolver: refusing, allowed: { check: () => false } as never });
  const isOwn = (origin: string) => isDemoCrm(dataDir, origin);
  network = new CrmNetwork({ outgoing: Outgoing.opened(), guard, crm: crmConfigs({}), isOwn });
});

const refusing = { resolve: () => expect.fail('no name is resolved') } as never;

afterAll(async () => {
  await network?.close();
  await crm?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const serve = () =>
  serveDemoCrm({ dataDir, tenantId: demo.tenant_id, made, publicUrl, pool: api().sql, log });

const settings = connectionSettings.parse({ industry_field: INDUSTRY_FIELD, notes: true });

function requests(): CrmHttp {
  const access = { kind: 'token', entered: {}, tokens: null } as const;
  return new CrmHttp({ connector: demoCrm(dataDir), network, access });
}

const far = new Date('2999-01-01T00:00:00Z');

/** Reads all pages of a window. */
async function read(stream: CrmStream, window: Partial<Window> = {}): Promise<SourceRecord[]> {
  const connector = demoCrm(dataDir);
  const http = requests();
  const reference = await connector.reference(http);
  const found: SourceRecord[] = [];
  let after: string | null = null;
  do {
    const request = { stream, window: { since: null, until: far, ...window }, after };
    const page = await connector.read(http, { ...request, settings, reference });
    expect(page.setAside).toEqual([]);
    found.push(...page.records);
    after = page.next;
  } while (after !== null);
  return found;
}

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return (await api().sql.query(text, [demo.tenant_id])).rows;
}

const edit = (id: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${crm.url}/deals/${id}?lang=en`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers,
  });

describe('the connector', () => {
  test('is offered to the demo team alone, and needs no credentials', () => {
    const connector = crmConnectors({ crm: crmConfigs({}), dataDir }).get('demo');
    expect(connector?.isFor?.(demo.tenant_id)).toBe(true);
    expect(connector?.isFor?.('ten_other')).toBe(false);
    expect(connector?.form.parse({})).toEqual({});
    expect(connector?.form.safeParse({ access_token: 'x' }).success).toBe(false);
    expect(connector?.homeUrl?.({ id: 'con_demo' })).toBe(crm.url);
    const elsewhere = crmConnectors({ crm: crmConfigs({}), dataDir: os.tmpdir() }).get('demo');
    expect(elsewhere?.isFor?.(demo.tenant_id)).toBe(false);
    expect(elsewhere?.homeUrl?.({ id: 'con_demo' })).toBeNull();
  });

  test('names the account of the connection whose data the team has kept', async () => {
    const account = await demoCrm(dataDir).identify(requests());
    const [kept] = await rows(
      'select provider, state, account_id, account from crm_connection where tenant_id = $1',
    );
    expect(kept).toMatchObject({ provider: 'demo', state: 'ended', account_id: account.id });
    expect(account).toMatchObject({ missing: [], timeZone: 'Europe/Berlin' });
  });

  test('brings the deals that the team has kept, with every field', async () => {
    const kept = await rows(
      `select external_id, title, amount::text, currency, to_char(close_date, 'YYYY-MM-DD') as day,
         outcome, probability, pipeline_id, stage_id, owner_id, lost_reason, industry_value,
         industry_id, last_activity_at
       from crm_deal where tenant_id = $1 order by external_id`,
    );
    const read_ = (await read('deals')).flatMap((each) => (each.kind === 'deal' ? [each] : []));
    expect(
      read_.map((deal) => ({
        external_id: deal.externalId,
        title: deal.title,
        amount: deal.amount,
        currency: deal.currency,
        day: deal.closeDate,
        outcome: deal.outcome,
        probability: deal.probability,
        pipeline_id: deal.pipelineId,
        stage_id: deal.stageId,
        owner_id: deal.ownerId,
        lost_reason: deal.lostReason,
        industry_value: deal.industryValue,
        industry_id: industries[language][deal.industryValue ?? ''] ?? null,
        last_activity_at: deal.lastActivityAt,
      })),
    ).toEqual(kept);
    expect(new Set(kept.map(({ pipeline_id }) => pipeline_id)).size).toBe(2);
  });

  test('names each pipeline, stage and owner of these deals, by the e-mail addresses of members', async () => {
    const { pipelines, owners, fields } = await demoCrm(dataDir).reference(requests());
    const stages = new Map(pipelines.map(({ id, stages }) => [id, stages.map((one) => one.id)]));
    for (const each of await read('deals')) {
      if (each.kind !== 'deal') continue;
      expect(stages.get(each.pipelineId ?? '')).toContain(each.stageId);
      expect(owners.map(({ id }) => id)).toContain(each.ownerId);
    }
    const members = await rows('select email from member where tenant_id = $1');
    expect(members.map(({ email }) => email)).toEqual(
      expect.arrayContaining(owners.map(({ email }) => email)),
    );
    expect(fields.map(({ id }) => id)).toContain(INDUSTRY_FIELD);
  });

  test('brings a note for each objection that the team has kept', async () => {
    const kept = await rows(
      `select o.source_id, d.external_id, o.text from crm_objection o join crm_deal d
         on d.tenant_id = o.tenant_id and d.id = o.deal_id
       where o.tenant_id = $1 order by 1`,
    );
    const notes = (await read('notes')).flatMap((each) => (each.kind === 'note' ? [each] : []));
    expect(
      notes.map(({ externalId, dealIds: [deal], body }) => ({
        source_id: externalId,
        external_id: deal,
        text: /^<p>(.*)<\/p>$/.exec(body)?.[1],
      })),
    ).toEqual(kept);
  });
});

test('brings back, from the notes, the objections that the team has kept, with their ids', async () => {
  const kept = await rows(
    'select source_id, category, text, lang from crm_objection where tenant_id = $1 order by 1',
  );
  const found = [];
  for (const each of await read('notes')) {
    if (each.kind !== 'note') continue;
    const objections = await findObjections({ source: 'note', body: each.body });
    found.push(...objections.map((objection) => ({ source_id: each.externalId, ...objection })));
  }
  expect(found).toEqual(kept);
});

describe('an edit on the page', () => {
  const now = async () => (await rows('select now() as now where $1 <> $$$$'))[0]?.now as Date;

  test('is in the next window, and in no earlier one', async () => {
    const before = await now();
    const answer = await edit('D-1020', {
      action: 'save',
      amount: '18400,50',
      stage: 'verlaengert',
    });
    expect(answer.headers.get('location')).toBe('/deals/D-1020?lang=en&done=saved');
    expect(await read('deals', { since: before })).toMatchObject([
      { externalId: 'D-1020', amount: '18400.50', outcome: 'won', probability: 100 },
    ]);
    expect(await read('deals', { since: before, until: before })).toEqual([]);
    await edit('D-1020', { action: 'save', amount: '', stage: 'beendet', lost_reason: 'Preis' });
    expect(await read('deals', { since: before })).toMatchObject([
      { amount: null, outcome: 'lost', lostReason: 'Preis' },
    ]);
  });

  test('changes nothing if it is wrong, and says why', async () => {
    const before = await read('deals');
    for (const [form, reason] of [
      [{ amount: 'a lot', stage: 'angebot' }, 'The amount is a number'],
      [{ amount: '1', stage: 'unknown' }, 'The pipeline has no such stage.'],
      [{ action: 'note', note: ' ' }, 'A note has 1 to 2,000 characters.'],
    ] as const) {
      const answer = await edit('D-1018', form);
      expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(reason)]);
    }
    expect(await read('deals')).toEqual(before);
    expect((await edit('D-9999', { action: 'delete' })).status).toBe(404);
  });

  test('adds a note, whose markup is shown as text', async () => {
    const before = await now();
    await edit('D-1019', { action: 'note', note: 'Too <b>expensive</b>.\nReally.' });
    expect(await read('notes', { since: before })).toMatchObject([
      { dealIds: ['D-1019'], body: '<p>Too &lt;b&gt;expensive&lt;/b&gt;.<br>Really.</p>' },
    ]);
    const shown = await (await fetch(`${crm.url}/deals/D-1019?lang=de`)).text();
    expect(shown).toContain('Too &lt;b&gt;expensive&lt;/b&gt;.');
  });

  test('deletes a deal with its notes, and brings both back', async () => {
    const id = 'D-1000';
    const notesOf = async (since: Date | null) =>
      (await read('notes', { since })).filter(
        (each) => each.kind === 'gone' || (each.kind === 'note' && each.dealIds.includes(id)),
      );
    const before = await now();
    const kept = await notesOf(null);
    expect(kept.length).toBeGreaterThan(0);
    await edit(id, { action: 'delete' });
    expect(await read('deals', { since: before })).toContainEqual({ kind: 'gone', externalId: id });
    expect(JSON.stringify(await read('deals'))).not.toContain(`"${id}"`);
    expect(await notesOf(null)).toEqual([]);
    expect((await notesOf(before)).map(({ kind }) => kind)).toEqual(kept.map(() => 'gone'));
    expect(await (await fetch(`${crm.url}/?lang=en`)).text()).toContain('Deleted deals');
    const between = await now();
    await edit(id, { action: 'restore' });
    expect(await read('deals', { since: between })).toMatchObject([{ kind: 'deal' }]);
    expect((await notesOf(between)).map(({ externalId }) => externalId)).toEqual(
      kept.map(({ externalId }) => externalId),
    );
  });

  test('survives a restart, and the address stays the same', async () => {
    const before = [await read('deals'), await read('notes')];
    const { url } = crm;
    await crm.close();
    expect(demoCrmAddress(dataDir)).toBeNull();
    expect(demoCrm(dataDir).isFor?.(demo.tenant_id)).toBe(false);
    await expect(read('deals')).rejects.toMatchObject({ reason: 'unavailable' });
    crm = await serve();
    expect(crm.url).toBe(url);
    expect([await read('deals'), await read('notes')]).toEqual(before);
    expect(await readFile(path.join(dataDir, 'demo-crm.json'), 'utf8')).toContain('Preis');
  });
});

describe('no other site', () => {
  test('can send a form to the demo CRM', async () => {
    const before = await read('deals');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect((await edit('D-1001', { action: 'delete' }, headers)).status).toBe(403);
    }
    expect(await read('deals')).toEqual(before);
  });

  test('can read the demo CRM under its own name or frame it, and no page of the demo CRM has a script', async () => {
    const { port } = new URL(crm.url);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const pending = request({ port, path: '/', headers: { host: `evil.example:${port}` } });
      pending.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      pending.end();
    });
    expect(status).toBe(403);
    const { headers } = await fetch(crm.url);
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
  });
});
