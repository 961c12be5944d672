import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { routes } from '../../src/rest/routes.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { procedures } from '../harness/app-answers.ts';
import { useApi } from '../harness/use-api.ts';
import { useDatabase } from '../harness/use-database.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { callerFor, SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { rowsOfTeams } from './harness/rows-of-teams.ts';

/** The tables of which a team has ever more rows. */
const growing = [
  'assignment',
  'audit_entry',
  'crm_deal',
  'crm_objection',
  'erasure',
  'evaluation',
  'kept_event',
  'team_case',
  'training',
  'training_intake',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_event',
];

/** What may read all rows of a team, and why. */
const readsAll = {
  'with member_sum as (': 'sums over all trainings, which are kept until one of them changes',
  '"assignment"."situation_id" = $2 AND': 'a person asks who has an entry of the catalog',
  'as open_assignments': 'a person asks what a policy would refuse',
  'e.updated_at as at, e.training_id as id': 'a page leaves out evaluations of removed members',
};

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
};

const api = useApi({ env: { SERVICE_TOKEN } });
const database = useDatabase();
let filled: pg.Pool;
/** Each statement that reads, with the operation or procedure that sent it first. */
const sent = new Map<string, string>();

/** Writes are also sent later, by timers. */
const reads = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text);

/** Notes the statements that are sent meanwhile. */
async function noting(sender: string, work: () => Promise<unknown>): Promise<void> {
  const { prototype } = pg.Client as unknown as {
    prototype: { query: (...args: unknown[]) => unknown };
  };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args) {
    const [one] = args as [string | { text?: string }];
    const text = typeof one === 'string' ? one : (one.text ?? '');
    if (reads(text) && !sent.has(text)) sent.set(text, sender);
    return query.apply(this, args);
  };
  await work().finally(() => {
    prototype.query = query;
  });
}

beforeAll(async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api(), { seats: 100_000 });
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { path } = await validRequest(route, world);
    await noting(`GET ${route.template}`, () => world.team.request('GET', path));
  }
  for (const procedure of procedures.filter(({ type }) => type === 'query')) {
    const browser = await callerFor(procedure, world);
    const input = await validInput(procedure, world, browser);
    await noting(procedure.name, () => browser.call(procedure.name, procedure.type, input));
  }
  const log = createLogger('silent');
  // Without sorts and bitmaps, a plan shows whether an index bounds what is read.
  filled = createPool(database().url, { max: 1, name: 'under test', log, byIndex: true });
  for (const statement of rowsOfTeams) await filled.query(statement);
  await filled.query('analyze');
});

afterAll(() => filled.end());

/** True if the condition names a column beside the tenant. */
const isNarrow = (condition = '') =>
  /\w/.test(condition.replaceAll(/tenant_id = [^)]*\)?(?:::text)?|::\w+|\bAND\b/g, ''));

/**
 * The scans that may read all rows of a team. A limit bounds a scan if nothing between them collects rows, and the scan
 * skips none.
 */
function wholeScans(plan: Plan, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans = [], Filter } = plan;
  const collects = /Sort|Aggregate|Hash|Unique|Window|SetOp/.test(type);
  const limits = type === 'Limit' || (isLimited && !collects);
  // A join skips rows if its inner side does.
  const [, inner] = Plans;
  const skips = /Join|Nested Loop/.test(type) && inner?.Filter !== undefined;
  const inside = Plans.flatMap((one) => wholeScans(one, limits && !skips));
  if (!growing.includes(table) || isNarrow(plan['Index Cond'])) return inside;
  return isLimited && Filter === undefined ? inside : [...inside, plan['Index Name'] ?? table];
}

test('what the API and the app read is bounded by an index, however many rows a team has', async () => {
  const found: Record<string, string> = {};
  const named = new Set<string>();
  for (const [text, sender] of sent) {
    const { rows } = await filled.query(`explain (generic_plan, format json) ${text}`);
    const scans = wholeScans(rows[0]['QUERY PLAN'][0].Plan);
    if (scans.length === 0) continue;
    const reason = Object.keys(readsAll).find((part) => text.includes(part));
    if (reason) named.add(reason);
    else found[`${sender}: ${scans.join()}`] = text;
  }
  expect(found, 'Give the statement an index, or say in `readsAll` why it may read all').toEqual(
    {},
  );
  expect([...named].sort()).toEqual(Object.keys(readsAll).sort());
  expect(sent.size).toBeGreaterThan(150);
});
