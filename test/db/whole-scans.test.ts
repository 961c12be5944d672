import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createPool } from '../../src/db/pool.ts';
import { routes } from '../../src/rest/routes.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
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
  't.tenant_id = $1 and t.status = $2': 'a page and its number leave out trainings of other states',
  'a.tenant_id = $1 and a.status = ': 'a page leaves out assignments of other states',
  'c.member_id = any (array(': 'a page leaves out cases of other people',
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
type Sent = { sender: string; isSearched: boolean };
/**
 * Each statement that reads, with the operation or procedure that sent it first. `isSearched`: it was only sent after a
 * search had found that the list has few rows (`searchPage`).
 */
const sent = new Map<string, Sent>();

/** Writes are also sent later, by timers. */
const reads = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text);

/** Notes the statements that are sent meanwhile. */
async function noting(sender: string, work: () => Promise<unknown>): Promise<void> {
  const { prototype } = pg.Client as unknown as {
    prototype: { query: (...args: unknown[]) => unknown };
  };
  const { query } = prototype;
  const own: string[] = [];
  prototype.query = function (this: unknown, ...args) {
    const [one] = args as [string | { text?: string }];
    const text = typeof one === 'string' ? one : (one.text ?? '');
    if (reads(text)) own.push(text);
    return query.apply(this, args);
  };
  await work().finally(() => {
    prototype.query = query;
  });
  const ends = own.flatMap((text) => endOfSearch.exec(text)?.[1] ?? []);
  for (const text of own) {
    const isPage =
      text.includes(' as items,') && ends.some((from) => text.includes(`from ${from}`));
    const { sender: first = sender, isSearched = true } = sent.get(text) ?? {};
    sent.set(text, { sender: first, isSearched: isSearched && isPage });
  }
}

/** The statement that looks how far a search goes, with its tables. */
const endOfSearch = /::text as id from (.+?)\s+where .+ offset \$\d+::integer limit 1$/s;

/** The places of a page, and a wait for more: no list reads other rows because of them. */
const PLACES = ['cursor', 'limit', 'wait'];
const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString();
/** Texts of the forms that filters have. One that a filter refuses sends no statement. */
const TEXTS = [
  'a',
  anHourAgo,
  anHourAgo.slice(0, 10),
  randomUUID(),
  '404',
  'member.joined',
  'member',
];

type Option = { name: string; value: string };

/** Each filter and order that the first call leaves out, with the values that its type may have. */
function optionsOf(input: z.ZodType, given: object): Option[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties)
    .filter(([name]) => !PLACES.includes(name) && !Object.hasOwn(given, name))
    .flatMap(([name, schema]) =>
      valuesOf(schema).map((value) => ({ name, value: value as string })),
    );
}

function valuesOf(schema: z.core.JSONSchema._JSONSchema): unknown[] {
  if (typeof schema === 'boolean') return [];
  const { type, anyOf, minimum = 1, items } = schema;
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum || anyOf) return schema.enum ?? anyOf?.flatMap(valuesOf) ?? [];
  if (type === 'boolean') return [true];
  if (type === 'integer' || type === 'number') return [minimum];
  if (type === 'array' && !Array.isArray(items))
    return valuesOf(items ?? false).map((one) => [one]);
  // The feed of events has begun by the clock of the tests.
  const inAMinute = new Date(api().clock.now().getTime() + MINUTE_MS).toISOString();
  return type === 'string' ? [...TEXTS, inAMinute] : [];
}

/** The options of which no call was accepted, so that their statements were not sent. */
const unseen = new Set<string>();

async function sendOptions(
  sender: string,
  options: readonly Option[],
  send: (option: Record<string, string>) => Promise<unknown>,
): Promise<void> {
  await noting(sender, () => send({}));
  for (const [name, tried] of Map.groupBy(options, (option) => option.name)) {
    let isAccepted = false;
    for (const { value } of tried) {
      await noting(`${sender} ${name}=${value}`, async () => {
        const answer = JSON.stringify(await send({ [name]: value }));
        isAccepted ||= !/^\{"error".*"validation_error"|^\{"method".*"status":4(22|29)/.test(
          answer,
        );
      });
    }
    if (!isAccepted) unseen.add(`${sender} ${name}`);
  }
}

beforeAll(async () => {
  await makeGlobalCatalog(api());
  const world = await makeWorld(api(), { seats: 100_000 });
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const [path = '', query] = (await validRequest(route, world)).path.split('?');
    const given = Object.fromEntries(new URLSearchParams(query));
    const ofPath = Object.fromEntries([...route.pathParameters].map((name) => [name, '']));
    const options = optionsOf(route.input, { ...ofPath, ...given });
    await sendOptions(`GET ${route.template}`, options, (option) =>
      world.team.request('GET', `${path}?${new URLSearchParams({ ...given, ...option })}`),
    );
  }
  for (const procedure of procedures.filter(({ type }) => type === 'query')) {
    const { name, type, input, meta } = procedure;
    const browser = await callerFor(procedure, world);
    const valid = Object(await validInput(procedure, world, browser));
    const inApp = 'openapi' in meta ? meta.inApp : undefined;
    const options = [input, inApp ?? []].flat().flatMap((one) => optionsOf(one, valid));
    await sendOptions(name, options, (option) => browser.call(name, type, { ...valid, ...option }));
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
  for (const [text, { sender, isSearched }] of sent) {
    if (isSearched) continue;
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
  expect([...unseen], 'Add a text of a form that these filters take to `TEXTS`').toEqual([]);
  expect(sent.size).toBeGreaterThan(350);
});
