import { beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '../../src/auth/token.ts';
import { newId } from '../../src/db/ids.ts';
import { makeSession } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { idsOf, neverExisted, rowsOf } from '../tenancy/harness/foreign-ids.ts';
import { callerFor, isOfService, SERVICE_TOKEN } from './harness/callers.ts';
import { validInput } from './harness/inputs.ts';
import { type Position, positionsIn, withValueAt } from './harness/positions.ts';

// The clock stands still: what two answers tell of time is the same.
const api = useApi({ tickMs: 0, env: { SERVICE_TOKEN } });
/** How many comparisons one team serves: limits such as 100 endpoints are counted elsewhere. */
const COMPARISONS_OF_A_TEAM = 20;

let theirs: World;
let ours: World;
let compared = 0;
/** One id of each kind that the other team and its owner have. */
let foreign: [id: string, kind: string][];

beforeAll(async () => {
  await makeGlobalCatalog(api());
  theirs = await makeWorld(api());
  await makePersonsRows(theirs);
  const byKind = new Map<string, string>();
  for (const owner of owners()) {
    for (const [id, column] of await idsOf(api(), owner)) byKind.set(kindOf(id, column), id);
  }
  foreign = [...byKind].map(([kind, id]) => [id, kind]);
  expect(foreign.length).toBeGreaterThan(15);
});

/** Members, say, are one kind, whichever column names them. */
function kindOf(id: string, column: string): string {
  return /^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1] ?? column;
}

function owners() {
  return [
    { column: 'tenant_id', value: theirs.team.tenantId },
    { column: 'person_id', value: theirs.team.owner.userId },
  ] as const;
}

/** What a person has: a session, a link, a passkey, a challenge, and an entry in the security log. */
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

/** The team for one comparison. Both of its requests go to this team: another has other seats taken, say. */
async function worldToCompareIn(): Promise<World> {
  if (compared % COMPARISONS_OF_A_TEAM === 0) {
    ours = await makeWorld(api(), { seats: 100_000 });
    await api().sql.query('truncate sign_in_throttle, rate_window');
  }
  compared += 1;
  return ours;
}

type Answer = { status: number; headers: Record<string, string>; text: string };

/** Asks as somebody who may, with the id at one position of an input that is valid otherwise. */
async function askWith(
  world: World,
  procedure: NamedProcedure,
  position: Position,
  id: string,
): Promise<Answer> {
  const browser = await callerFor(procedure, world);
  const input = withValueAt(await validInput(procedure, world, browser), position, id);
  const text = JSON.stringify(input);
  const response =
    procedure.type === 'query'
      ? await browser.fetch(`${browser.url(procedure.name)}?input=${encodeURIComponent(text)}`)
      : await browser.post(procedure.name, text);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}

/** Byte for byte but for the request id, the id that was sent and what was made. */
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
      // The id of a passkey.
      .replaceAll(/\bid\\":\\"[\w-]{43}\b/g, 'id (made)')
      .replaceAll(/(whsec_|__Host-sid=|__Host-device=|__Host-ceremony=)[\w-]+/g, '$1(secret)')
      .replaceAll(/[\w.-]+@example\.com/g, '(made)@example.com')
      .replaceAll(/"content-length":"\d+"/g, '')
  );
}

function expectNothingForeign({ text }: Answer, sent: string): void {
  for (const [id, kind] of foreign) {
    if (id !== sent && text.includes(id)) throw new Error(`${kind} ${id} is shown`);
  }
}

/** The product's backend serves all teams: the one that it names is no id of another. */
const namesItsTeam = (procedure: NamedProcedure, position: Position) =>
  isOfService(procedure) && position.join() === 'tenant_id';

const positions = procedures.flatMap((procedure) =>
  positionsIn(procedure.input)
    .filter((position) => !namesItsTeam(procedure, position))
    .map((position) => ({
      name: procedure.name,
      where: position.join('.'),
      procedure,
      position,
    })),
);

async function theirRows(): Promise<string[]> {
  return (await Promise.all(owners().map((owner) => rowsOf(api(), owner)))).flat();
}

describe('an id of another team or person is exactly like one that never existed', () => {
  test.each(positions)('$name, $where', async ({ procedure, position }) => {
    const before = await theirRows();
    const sampled = await worldToCompareIn();
    const browser = await callerFor(procedure, sampled);
    const sample = await validInput(procedure, sampled, browser);
    for (const [id, kind] of foreign) {
      // What the schema refuses never reaches the operation.
      const input = withValueAt(sample, position, id);
      if (!procedure.input.safeParse(input).success) continue;
      const absent = neverExisted(id);
      const world = await worldToCompareIn();
      const given = await askWith(world, procedure, position, id);
      const expected = await askWith(world, procedure, position, absent);
      expect([kind, normal(given, id)]).toEqual([kind, normal(expected, absent)]);
      expectNothingForeign(given, id);
    }
    expect(await theirRows()).toEqual(before);
  });
});
