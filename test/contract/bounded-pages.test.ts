import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listExports, personExports } from '../../src/features/router.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { type Route, routes } from '../../src/rest/routes.ts';
import { UnreadAnswers } from '../../src/shared/load/unread-answers.ts';
import { type Browser, makeCommandLine, makeSession } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { fillTeam } from '../harness/full-team.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();

/** A page ends with the entry that reaches so many bytes. */
const ENOUGH = 2_000_000;
/** What entries have in the app and not in the database: names, versions, and values with names of fields. */
const ADDED = 1_500_000;

let world: World;
let browser: Browser;
let terminal: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 1_000 });
  await fillTeam(world);
  // Deliveries of that time are no longer kept, so the file has a line for each erasure.
  await api().sql.query(
    `insert into erasure (id, tenant_id, member_id, created_at, finished_at)
     select 'ers_' || m.id, m.tenant_id, m.id, m.removed_at, m.removed_at - interval '40 days'
     from member m where m.tenant_id = $1 and m.status = 'removed'`,
    [world.team.tenantId],
  );
  browser = await makeSession(world.team, world.team.owner);
  terminal = (await makeCommandLine(world.team, world.team.owner)).terminal;
});

afterEach(() => vi.restoreAllMocks());

const inTeam = (table: string) => `${table} where tenant_id = $1`;
const ofOwner = (table: string) => `${table} where tenant_id = $1 and member_id = $2`;

type List = {
  /** The rows of the list. */
  rows: string;
  /** Filters, and options that make the entries larger. */
  input?: Record<string, string>;
  /** Filters that only the app has. */
  inApp?: Record<string, string>;
};

/** All lists with pages. */
const lists: Record<string, List> = {
  'account.securityLog': { rows: 'security_log where person_id = $3' },
  'apiKeys.list': { rows: inTeam('api_key') },
  'assignments.list': { rows: inTeam('assignment') },
  'assignments.listOwn': { rows: ofOwner('assignment') },
  'auditLog.list': { rows: inTeam('audit_entry') },
  'cases.list': { rows: `${inTeam('team_case')} and visibility = 'team'` },
  'cases.listOwn': { rows: `${ofOwner('team_case')} and visibility = 'private'` },
  'commandLine.logs': { rows: inTeam('request_log_line') },
  'crm.listDeals': { rows: inTeam('crm_deal'), inApp: { outcome: 'open' } },
  'crm.listObjections': { rows: inTeam('crm_objection') },
  'crm.runs': { rows: inTeam('crm_sync_run') },
  'evaluations.list': { rows: inTeam('evaluation'), input: { include: 'evaluation' } },
  'members.erased': { rows: inTeam('erasure') },
  'members.former': { rows: `${inTeam('member')} and status = 'removed'` },
  'members.list': { rows: `${inTeam('member')} and status <> 'removed'` },
  'policies.list': {
    rows: `(select distinct member_id from ${inTeam('policy')} and member_id is not null) p`,
  },
  'requestLog.list': { rows: inTeam('request_log_line') },
  'trainings.list': { rows: inTeam('training'), inApp: { order: 'oldest' } },
  'trainings.listOwn': { rows: ofOwner('training') },
  'webhooks.listAllDeliveries': { rows: inTeam('webhook_delivery') },
};

/** The rows of all exports. */
const exported: Record<string, string> = {
  'audit-log': inTeam('audit_entry'),
  'request-log': inTeam('request_log_line'),
  members: `${inTeam('member')} and status <> 'removed'`,
  erasures: inTeam('erasure'),
  trainings: inTeam('training'),
  assignments: inTeam('assignment'),
  deals: inTeam('crm_deal'),
};

/** A page of the feed has at most 200 short events. */
const FEEDS = ['changes.list', 'events.list', 'events.listKept', 'commandLine.events'];
const withPages = procedures
  .filter(({ name, input }) => 'cursor' in shapeOf(input) && !FEEDS.includes(name))
  .map((one) => one.name);

function shapeOf(input: object): object {
  return 'shape' in input && typeof input.shape === 'object' ? (input.shape ?? {}) : {};
}

async function countOf({ rows }: List): Promise<number> {
  const { tenantId, owner } = world.team;
  const [{ n } = { n: 0 }] = (
    await api().sql.query<{ n: number }>(
      `with asked as (select $1::text, $2::text, $3::text) select count(*)::integer as n from ${rows}`,
      [tenantId, owner.memberId, owner.userId],
    )
  ).rows;
  return n;
}

/**
 * Requires that each row of the list was read, once. Between the two counts the log of requests
 * still writes those of the tests before.
 */
async function expectAll(entries: string[], list: List, before: number): Promise<void> {
  expect(new Set(entries).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThanOrEqual(before);
  expect(entries.length).toBeLessThanOrEqual(await countOf(list));
}

type Page = { data: unknown[]; next_cursor: string | null };
/** Asks for the page at a cursor. */
type Ask = (cursor: string | undefined) => Promise<Response>;

/** Reads all pages. Requires that none has more bytes than a page may have, and returns all entries. */
async function readAll(ask: Ask, pageIn: (answer: unknown) => Page): Promise<string[]> {
  const entries: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await ask(cursor);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const { data, next_cursor } = pageIn(JSON.parse(text));
    const page = data.map((entry) => JSON.stringify(entry));
    const largest = Math.max(...page.map((entry) => Buffer.byteLength(entry)));
    expect(Buffer.byteLength(text)).toBeLessThan(ENOUGH + largest + ADDED);
    expect(page.length).toBeGreaterThan(0);
    entries.push(...page);
    cursor = next_cursor;
  }
  return entries;
}

function inApp(name: string, { input, inApp }: List): Promise<string[]> {
  const by = name.startsWith('commandLine.') ? terminal : browser;
  const supplied = { limit: 200, ...input, ...inApp, ...(name === 'crm.runs' && runsOf(world)) };
  const ask: Ask = (cursor) => {
    const requested = JSON.stringify({ ...supplied, ...(cursor && { cursor }) });
    return by.send(`${by.url(name)}?input=${encodeURIComponent(requested)}`);
  };
  return readAll(ask, (answer) => (answer as { result: { data: Page } }).result.data);
}

function overRest({ template }: Route, { input }: List): Promise<string[]> {
  const headers = { authorization: `Bearer ${world.team.key}` };
  const ask: Ask = (cursor) => {
    const query = new URLSearchParams({ limit: '200', ...input, ...(cursor && { cursor }) });
    return fetch(`http://127.0.0.1:${api().port}${BASE_PATH}${template}?${query}`, { headers });
  };
  return readAll(ask, (answer) => answer as Page);
}

async function readFile(name: string): Promise<{ lines: string[]; largestPiece: number }> {
  const reads = vi.spyOn(UnreadAnswers.prototype, 'hold');
  const file = await browser.send(`http://127.0.0.1:${api().port}/app/export/${name}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(file.status).toBe(200);
  const lines = (await file.text()).trimEnd().split('\n');
  return { lines, largestPiece: Math.max(...reads.mock.calls.map(([, bytes]) => bytes)) };
}

const runsOf = ({ connection }: World) => ({ connection_id: connection });

describe('with every column at its limit, no page is larger than 2 MB and an entry', () => {
  test.each(Object.entries(lists))('%s: the pages join to the list', async (name, list) => {
    const before = await countOf(list);
    await expectAll(await inApp(name, list), list, before);
  });

  const paged = routes.filter(
    ({ input, template }) => 'cursor' in input.shape && !['/changes', '/events'].includes(template),
  );
  test.each(named(paged))('$name: the pages join to the list', async ({ route }) => {
    const operation = procedures.find(({ meta }) => meta === route.meta)?.name ?? '';
    const list = lists[operation] ?? { rows: '' };
    const before = await countOf(list);
    await expectAll(await overRest(route, list), list, before);
  });

  test.each(Object.keys(listExports))('%s.ndjson: no piece is larger', async (name) => {
    const list = { rows: exported[name] ?? '' };
    const before = await countOf(list);
    const { lines, largestPiece } = await readFile(`${name}.ndjson`);
    const largest = Math.max(...lines.map((line) => Buffer.byteLength(line)));
    expect(largestPiece).toBeLessThan(ENOUGH + largest + ADDED);
    await expectAll(lines, list, before);
  });

  test(`${personExports.ownData.fileName}: no piece is larger`, async () => {
    const { largestPiece } = await readFile(personExports.ownData.fileName);
    expect(largestPiece).toBeLessThan(ENOUGH);
  });

  test('every list with pages is tried', () => {
    expect(Object.keys(lists)).toEqual(withPages.toSorted());
  });
});
