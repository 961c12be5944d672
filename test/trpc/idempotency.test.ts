import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, codeOf, makeSession } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { auditEntries, newName } from '../harness/idempotent-calls.ts';
import { raisedIn } from '../harness/raised.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import {
  callerFor,
  changesTeam,
  isOfCommandLine,
  isOfService,
  SERVICE_TOKEN,
} from './harness/callers.ts';
import { validInput } from './harness/inputs.ts';
import { invite, post, recordsOf } from './harness/keyed.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

const mutations = procedures.filter(({ type }) => type === 'mutation');

/** Procedures that are refused: nobody offers the owner a team, and the team is no sandbox. */
const refused: Record<string, number> = {
  'team.acceptOwnership': 404,
  'sandboxes.setSeats': 409,
  'members.acceptForTrial': 409,
  'apiKeys.createForDocs': 409,
  'tryOut.trigger': 409,
  'tryOut.passTime': 409,
  'tryOut.endChangeFeed': 409,
  'commandLine.trigger': 409,
  'commandLine.passTime': 409,
  'commandLine.resendToListener': 409,
};

describe.each(mutations.filter(changesTeam))('$name', (procedure) => {
  test('has one effect with the same key, and the first answer again', async () => {
    const [key, input] = [newName(), await validInput(procedure, world, owner)];
    const isProgram = isOfService(procedure) || isOfCommandLine(procedure);
    const caller = isProgram ? await callerFor(procedure, world) : owner;
    const before = await auditEntries(api());
    const first = await post(caller, key, procedure.name, input);
    const effects = (await auditEntries(api())) - before;
    // A refusal is repeated too.
    expect([first.status, first.isReplay]).toEqual([refused[procedure.name] ?? 200, false]);
    const again = await post(caller, key, procedure.name, input);
    // After a person has logged out, the key of an earlier call gets no stored answer.
    if (procedure.name === 'commandLine.logOut') expect(again.code).toBe('unauthorized');
    else expect(again).toEqual({ ...first, isReplay: true });
    expect((await auditEntries(api())) - before).toBe(effects);
  });
});

describe.each(mutations.filter((one) => !changesTeam(one)))('$name', (procedure) => {
  test('is not a change of a team: it sets cookies or guards an account, and refuses the header', async () => {
    const browser = await makeSession(world.team, world.team.owner);
    const input = await validInput(procedure, world, browser);
    const answer = await post(browser, newName(), procedure.name, input);
    expect([answer.status, answer.code]).toEqual([400, 'bad_request']);
    expect(await browser.app.session.current.query({})).not.toBe(null);
    const { rows } = await api().sql.query('select 1 from one_time_link where used_at is not null');
    expect(rows).toEqual([]);
  });
});

const endpoint = { url: 'https://hooks.example.com/', events: ['member.joined' as const] };
const held = 'select from tenant where id = $1 for no key update';

/** Stops each invitation at the row that it locks before it acts. */
async function whileHeld(
  team: TestTeam,
  work: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = await api().sql.connect();
  await client.query('begin');
  await client.query(held, [team.tenantId]);
  await work(() => client.query('commit')).finally(async () => {
    await client.query('rollback');
    client.release();
  });
}

describe('an answer that got lost', () => {
  test('loses no secret: the same call shows it again, and it is stored sealed (D95)', async () => {
    const key = newName();
    owner.headers = { 'idempotency-key': key };
    const made = await owner.app.webhooks.createEndpoint.mutate(endpoint);
    const again = await owner.app.webhooks.createEndpoint.mutate(endpoint);
    owner.headers = {};
    expect(made.secret).toMatch(/^whsec_/);
    expect(again).toEqual(made);
    const [record, ...more] = await recordsOf(api(), key);
    expect(more).toEqual([]);
    expect(record?.body.toString('latin1')).not.toContain(made.secret?.slice(6));
    expect(record?.body.toString('latin1')).not.toContain(made.id);
  });

  test('because the browser was closed is given when the browser comes back', async () => {
    const team = await makeTeam(api());
    const browser = await makeSession(team, team.owner);
    const key = newName();
    const gone = new AbortController();
    await whileHeld(team, async (release) => {
      const lost = browser.fetch(browser.url('members.invite'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{"email":"lost@example.com"}',
        signal: gone.signal,
      });
      await waitingBackend(api().sql);
      gone.abort();
      await expect(lost).rejects.toThrow();
      await release();
    });
    await until(
      'the invitation is committed',
      async () => (await recordsOf(api(), key)).length === 1,
    );
    const again = await invite(browser, key, 'lost@example.com');
    expect([again.status, again.isReplay]).toEqual([200, true]);
  });

  test('because the database died has changed nothing, and the same call begins anew (D93)', async () => {
    const team = await makeTeam(api());
    const browser = await makeSession(team, team.owner);
    const key = newName();
    await whileHeld(team, async () => {
      const first = invite(browser, key, 'died@example.com');
      await api().sql.query('select pg_terminate_backend($1::integer)', [
        await waitingBackend(api().sql),
      ]);
      expect((await first).code).toBe('unavailable');
    });
    expect(await recordsOf(api(), key)).toEqual([]);
    const again = await invite(browser, key, 'died@example.com');
    expect([again.status, again.isReplay]).toEqual([200, false]);
  });
});

test('ten simultaneous calls with one key have one effect: the others get 409 or the stored answer (D92)', async () => {
  const team = await makeTeam(api());
  const browser = await makeSession(team, team.owner);
  const key = newName();
  const before = await auditEntries(api());
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => invite(browser, key, 'ten@example.com')),
  );
  expect(answers.filter(({ status, isReplay }) => status === 200 && !isReplay)).toHaveLength(1);
  for (const { status, code, isReplay } of answers) {
    if (status !== 200) expect([status, code, isReplay]).toEqual([409, 'conflict', false]);
  }
  expect((await auditEntries(api())) - before).toBe(1);
  expect((await raisedIn(team)).events).toHaveLength(0);
});

test('a call while the first one runs gets 409 at once', async () => {
  const team = await makeTeam(api());
  const browser = await makeSession(team, team.owner);
  const key = newName();
  await whileHeld(team, async (release) => {
    const first = invite(browser, key, 'slow@example.com');
    await waitingBackend(api().sql);
    const second = await invite(browser, key, 'slow@example.com');
    expect([second.status, second.code]).toEqual([409, 'conflict']);
    await release();
    expect((await first).status).toBe(200);
  });
});

test('the same key with another input, or for another procedure, is refused (D89)', async () => {
  const key = newName();
  await invite(owner, key, 'mismatch@example.com');
  const other = await invite(owner, key, 'another@example.com');
  expect([other.status, other.code]).toEqual([422, 'idempotency_mismatch']);
  const path = 'webhooks.createEndpoint';
  expect((await post(owner, key, path, endpoint)).code).toBe('idempotency_mismatch');
});

test('a key belongs to the person in the team: others may use the same', async () => {
  const key = newName();
  const admin = await makeSession(world.team, world.admin);
  const elsewhere = await makeTeam(api());
  const foreign = await makeSession(elsewhere, elsewhere.owner);
  for (const browser of [owner, admin, foreign]) {
    const answer = await invite(browser, key, `${newName()}@example.com`);
    expect([answer.status, answer.isReplay]).toEqual([200, false]);
  }
  const body = { email: `${newName()}@example.com` };
  const headers = { 'idempotency-key': key };
  const { status } = await world.team.request('POST', '/users', { body, headers });
  expect(status).toBe(201);
  expect(await recordsOf(api(), key)).toHaveLength(4);
});

test('a repeated answer hides what the privacy switches now hide (D95)', async () => {
  const { team, member, situation, personality, industry } = world;
  const key = newName();
  const input = {
    member_id: member.memberId,
    title: 'Call',
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
  };
  const first = await post(owner, key, 'assignments.create', input);
  expect(first.data).toMatchObject({ member_user_id: member.userId, member_email: member.email });
  await team.set({ member_detail_enabled: false });
  const again = await post(owner, key, 'assignments.create', input);
  await team.set({ member_detail_enabled: true });
  expect(again.isReplay).toBe(true);
  expect(again.data).toMatchObject({ member_id: null, member_user_id: null, member_email: null });
  expect(JSON.stringify(again.data)).not.toContain(member.email);
  expect(JSON.stringify(again.data)).not.toContain(member.memberId);
});

test('after 24 hours the key is new (D97)', async () => {
  const key = newName();
  await invite(owner, key, 'day@example.com');
  api().clock.travel(86_400_000);
  const browser = await makeSession(world.team, world.team.owner);
  expect((await invite(browser, key, 'day@example.com')).code).toBe('conflict');
});

test('a person who is not signed in learns nothing from a key', async () => {
  expect(await codeOf(new Browser(api()).app.team.get.query({}))).toBe('not_signed_in');
  expect((await invite(new Browser(api()), newName(), 'a@example.com')).code).toBe('not_signed_in');
});
