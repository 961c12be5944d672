import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { rights } from '../../src/auth/rights.ts';
import { hashToken, newToken } from '../../src/auth/token.ts';
import { newId } from '../../src/db/ids.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { runs } from '../harness/rounds.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { callerFor, isOfService, SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { type Position, positionsIn, withValueAt } from '../trpc/harness/positions.ts';
import { idsOf, neverExisted, rowsReader } from './harness/foreign-ids.ts';

// The clock stands still, so that two answers do not differ by their time.
const api = useApi({ tickMs: 0, env: { SERVICE_TOKEN } });
/** How many requests one team gets, because limits such as 100 endpoints are tested elsewhere. */
const REQUESTS_OF_A_TEAM = 80;
/** After this many requests, the test deletes the counts of sign-ins and of requests in a minute. */
const REQUESTS_OF_A_WINDOW = 40;

let theirs: World;
let ours: World | undefined;
let countOfTeam = 0;
let countInWindow = 0;
/** Which of the other kinds the next position begins with. */
let round = inject('seed');
let theirRows: () => Promise<string[]>;
/** The team's rows after the last comparisons. */
let seenRows: string[];
/** An id of each kind that belongs to the other team or its owner. */
let foreign: [id: string, kind: string][];
/** Names of columns, each with a kind of ids in it. */
const kindsByName = new Set<string>();

beforeAll(async () => {
  // Nobody reaches the limit of questions to a CRM in a minute.
  api().clock.elapsesMs = 20_000;
  await makeGlobalCatalog(api());
  theirs = await makeWorld(api());
  await makePersonsRows(theirs);
  const byKind = new Map<string, string>();
  for (const owner of owners()) {
    for (const [id, column] of await idsOf(api(), owner)) {
      byKind.set(kindOf(id, column), id);
      kindsByName.add(`${column.split('.').at(-1)} ${kindOf(id, column)}`);
    }
  }
  foreign = [...byKind].map(([kind, id]) => [id, kind]);
  expect(foreign.length).toBeGreaterThan(15);
  const readers = await Promise.all(owners().map((owner) => rowsReader(api(), owner)));
  theirRows = async () => (await Promise.all(readers.map((read) => read()))).flat();
  seenRows = await theirRows();
});

/** The kind of an id. Members are one kind, whichever column names them. */
function kindOf(id: string, column: string): string {
  return /^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1] ?? column;
}

function owners() {
  return [
    { column: 'tenant_id', value: theirs.team.tenantId },
    { column: 'person_id', value: theirs.team.owner.userId },
  ] as const;
}

/** Makes a person's rows: a session, a link, a passkey, a challenge, and an entry in the security log. */
async function makePersonsRows({ team }: World): Promise<void> {
  const { userId, email } = team.owner;
  const now = api().clock.now();
  await makeSession(team, team.owner);
  await api().sql.query(
    `insert into one_time_link (id, tenant_id, token_hash, purpose, person_id, email, created_at,
       expires_at)
     values ($1, $2, $3, 'first_sign_in', $4, $5, $6, $6::timestamptz + interval '1 day')`,
    [newId('lnk', now), team.tenantId, hashToken(newToken()), userId, email, now],
  );
  await api().sql.query(
    `insert into passkey (id, person_id, public_key, counter, name, created_at)
     values ($1, $2, sha256('1'), 0, 'A passkey', $3)`,
    [newToken(), userId, now],
  );
  await api().sql.query(
    `insert into sign_in_challenge (id, challenge, person_id, purpose, expires_at, browser_hash)
     values ($1, sha256('1'), $2, 'proof', $3::timestamptz + interval '1 day', sha256('1'))`,
    [newId('chl', now), userId, now],
  );
  await api().sql.query(
    `insert into security_log (id, person_id, kind, created_at) values ($1, $2, 'signed_in', $3)`,
    [newId('sec', now), userId, now],
  );
}

/** The team for one comparison. Both requests go to it, because another team would differ in other things. */
async function worldToCompareIn(): Promise<World> {
  if (ours === undefined || countOfTeam >= REQUESTS_OF_A_TEAM) {
    ours = await makeWorld(api(), { seats: 100_000 });
    countOfTeam = 0;
  }
  if (countInWindow >= REQUESTS_OF_A_WINDOW) {
    await api().sql.query('truncate sign_in_throttle, rate_window');
    countInWindow = 0;
  }
  return ours;
}

type Asking = { browser: Browser; input: unknown };

/** A person who may call, with a valid input. */
async function askingIn(world: World, procedure: NamedProcedure): Promise<Asking> {
  const browser = await callerFor(procedure, world);
  return { browser, input: await validInput(procedure, world, browser) };
}

/** Calls that use something up even if they are refused: without a session, challenges, and consents. */
const isUsedUp = ({ name, meta }: NamedProcedure) =>
  rights[meta.permission.app].who === 'anyone' || /passkey|finishOAuth/i.test(name);

/** Calls for the comparisons at one position. A call that has changed nothing is used again. */
class Askings {
  readonly #procedure: NamedProcedure;
  readonly #unused = new Map<World, Asking>();

  constructor(procedure: NamedProcedure) {
    this.#procedure = procedure;
  }

  async in(world: World): Promise<Asking> {
    const unused = this.#unused.get(world);
    this.#unused.delete(world);
    return unused ?? askingIn(world, this.#procedure);
  }

  answered(world: World, asking: Asking, { status }: Answer): void {
    const changedNothing = status >= 400 && !isUsedUp(this.#procedure);
    if (this.#procedure.type === 'query' || changedNothing) this.#unused.set(world, asking);
  }
}

const samples = new Map<string, Promise<Asking>>();

/** A valid input. It is the same for all positions of a procedure. */
async function sampleOf(procedure: NamedProcedure): Promise<unknown> {
  const sample = samples.get(procedure.name) ?? askingIn(await worldToCompareIn(), procedure);
  samples.set(procedure.name, sample);
  return (await sample).input;
}

type Answer = { status: number; headers: Record<string, string>; text: string };

async function ask(
  { browser, input }: Asking,
  procedure: NamedProcedure,
  position: Position,
  id: string,
): Promise<Answer> {
  const text = JSON.stringify(withValueAt(input, position, id));
  const response =
    procedure.type === 'query'
      ? await browser.fetch(`${browser.url(procedure.name)}?input=${encodeURIComponent(text)}`)
      : await browser.post(procedure.name, text);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}

/** The answer without the request id, the id that was sent, and what was made. */
function normal({ status, headers, text }: Answer, id: string): unknown {
  const { date: _, 'x-request-id': requestId = '', ...kept } = headers;
  const all = JSON.stringify({ status, kept, text });
  return (
    all
      .replaceAll(requestId, '(request id)')
      .replaceAll(id, '(the id)')
      .replaceAll(/\b([a-z]{2,5})_[0-9a-z]{26}/g, '$1_(made)')
      .replaceAll(/svck_live_\w+/g, '(key)')
      .replaceAll(/(key_prefix|version)\\":\\"[\w.-]+/g, '$1 (made)')
      .replaceAll(/(?<=\b(code|poll_token)\\":\\")[\w-]+/g, '(made)')
      // This pattern is the id of a passkey.
      .replaceAll(/\bid\\":\\"[\w-]{43}\b/g, 'id (made)')
      .replaceAll(/(whsec_|__Host-sid=|__Host-device=|__Host-ceremony=)[\w-]+/g, '$1(secret)')
      .replaceAll(/[\w.-]+@example\.com/g, '(made)@example.com')
      .replaceAll(/"content-length":"\d+"/g, '')
  );
}

/** Ids that were sent as free text, such as a name. Later answers may show them. */
const sentAsText = new Set<string>();

function expectNothingForeign({ text }: Answer, sent: string): void {
  for (const [id, kind] of foreign) {
    if (id === sent || sentAsText.has(id)) continue;
    if (text.includes(id)) throw new Error(`${kind} ${id} is shown`);
  }
}

/** The backend serves all teams: the team that it names counts as no foreign id. */
const namesItsTeam = (procedure: NamedProcedure, position: Position) =>
  isOfService(procedure) && position.join() === 'tenant_id';

/** How many ids of unfitting kinds a position gets. Each position gets others. */
const OF_OTHER_KINDS = runs({ few: 2, all: Number.POSITIVE_INFINITY });

const positions = procedures.flatMap((procedure) =>
  positionsIn(procedure.input)
    .filter((position) => !namesItsTeam(procedure, position))
    // Credentials are for a CRM: the answer depends on their text, and they contain no ids of ours.
    .filter(([first]) => first !== 'credentials')
    .map((position) => ({
      name: procedure.name,
      where: position.join('.'),
      procedure,
      position,
    })),
);

/** Whether a position expects ids of this kind, by its name or by a valid input. */
function isFor(kind: string, position: Position, sample: unknown): boolean {
  const name = position.findLast((step) => typeof step === 'string') ?? '';
  const valid = position.reduce<unknown>((value, step) => Object(value)[step], sample);
  return (
    kindsByName.has(`${name} ${kind}`) ||
    kindsByName.has(`${name.replace(/s$/, '')} ${kind}`) ||
    (typeof valid === 'string' && kindOf(valid, '') === kind)
  );
}

/** Compares the answers to foreign ids at a position with those to ids that do not exist. */
class Comparison {
  readonly #procedure: NamedProcedure;
  readonly #position: Position;
  readonly #askings: Askings;
  /** The answers to ids that do not exist. */
  readonly #expected = new Set<unknown>();

  constructor(procedure: NamedProcedure, position: Position) {
    this.#procedure = procedure;
    this.#position = position;
    this.#askings = new Askings(procedure);
  }

  /**
   * An id of an unfitting kind is not compared with a request of its own. Its answer must equal one that came before, or
   * the answer to a missing id of its kind.
   */
  async expectAlike(id: string, kind: string, isForKind: boolean): Promise<void> {
    const world = await worldToCompareIn();
    if (!isForKind) sentAsText.add(id);
    const answer = await this.#ask(world, id);
    expectNothingForeign(answer, id);
    if (!isForKind && this.#expected.has(normal(answer, id))) return;
    const absent = neverExisted(id);
    const expected = normal(await this.#ask(world, absent), absent);
    expect([kind, normal(answer, id)]).toEqual([kind, expected]);
    this.#expected.add(expected);
  }

  async #ask(world: World, id: string): Promise<Answer> {
    countOfTeam += 1;
    countInWindow += 1;
    const asking = await this.#askings.in(world);
    const answer = await ask(asking, this.#procedure, this.#position, id);
    this.#askings.answered(world, asking, answer);
    return answer;
  }
}

describe('an id of another team or person gets exactly the answer of an id that does not exist', () => {
  test.each(positions)('$name, $where', async ({ procedure, position }) => {
    // After the backend has named a foreign id in a session, the team would know the id.
    if (isOfService(procedure)) ours = undefined;
    // A call has invited this address, so its team knows it, before this test and after it.
    const invites = /^emails?(,0)?$/.test(position.join());
    if (invites) ours = undefined;
    const sample = await sampleOf(procedure);
    const comparison = new Comparison(procedure, position);
    // An id that the schema refuses never reaches the operation.
    const accepted = foreign.filter(
      ([id]) => procedure.input.safeParse(withValueAt(sample, position, id)).success,
    );
    const isMeant = ([, kind]: (typeof foreign)[0]) => isFor(kind, position, sample);
    const others = accepted.filter((one) => !isMeant(one));
    for (const [id, kind] of accepted.filter(isMeant)) await comparison.expectAlike(id, kind, true);
    for (let n = 0; n < Math.min(OF_OTHER_KINDS, others.length); n += 1) {
      const [id, kind] = others[(round + n) % others.length] ?? ['', ''];
      await comparison.expectAlike(id, kind, false);
    }
    round += 1;
    if (invites) ours = undefined;
  });

  // This also runs after a failed test, so that the next test does not fail because of it.
  afterEach(async () => {
    const before = seenRows;
    seenRows = await theirRows();
    expect(seenRows).toEqual(before);
  });
});
