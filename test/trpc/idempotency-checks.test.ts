import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { fingerprintOf } from '../../src/operation/idempotency.ts';
import { StoredAnswers } from '../../src/operation/stored-answers.ts';
import { AppError } from '../../src/shared/errors/app-errors.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { type KeyedUse, mutateTeam } from '../../src/trpc/team-mutation.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { auditEntries, newName } from '../harness/idempotent-calls.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { invite, post, recordsOf } from './harness/keyed.ts';

// What an Idempotency-Key repeats beside answers, and which checks it does not skip.
const api = useApi();
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

afterEach(() => vi.restoreAllMocks());

const endpoint = { url: 'https://hooks.example.com/', events: ['member.joined' as const] };

describe('a request with the header', () => {
  const batch = (path: string, input: string) =>
    owner.post(path, input, { 'idempotency-key': newName() });

  test('calls one procedure: in a batch of several, the key would belong to none', async () => {
    const before = await auditEntries(api());
    const input = '{"0":{"email":"b0@example.com"},"1":{"email":"b1@example.com"}}';
    const response = await batch('members.invite,members.invite?batch=1', input);
    const answers = (await response.json()) as { error: { data: Record<string, unknown> } }[];
    expect(answers.map(({ error }) => [error.data.code, error.data.detail])).toEqual(
      Array(2).fill([
        'bad_request',
        'An Idempotency-Key is for a request that calls one procedure.',
      ]),
    );
    expect(await auditEntries(api())).toBe(before);
  });

  test('may be a batch of one, as the client sends it', async () => {
    const response = await batch('members.invite?batch=1', '{"0":{"email":"b2@example.com"}}');
    expect(response.status).toBe(200);
  });

  test.each(['x'.repeat(101), 'tab\there'])(
    'needs 1 to 100 printable characters in it: "%s"',
    async (key) => {
      const answer = await invite(owner, key, 'syntax@example.com');
      expect([answer.status, answer.code]).toEqual([422, 'validation_error']);
    },
  );

  test('ignores it if it only reads (D98)', async () => {
    const headers = { 'idempotency-key': 'a', 'content-type': 'application/json' };
    const response = await owner.fetch(`${owner.url('team.get')}?input=%7B%7D`, { headers });
    expect(response.status).toBe(200);
    expect(await recordsOf(api(), 'a')).toEqual([]);
  });
});

describe('refusals', () => {
  test('of the operation are repeated, in the language of the present request (D90)', async () => {
    const team = await makeTeam(api(), { seats: 1 });
    const browser = await makeSession(team, team.owner);
    const key = newName();
    const first = await invite(browser, key, 'seat@example.com');
    await team.set({ seats: 9 });
    const again = await invite(browser, key, 'seat@example.com');
    expect(again).toEqual({ ...first, code: 'seat_limit_reached', status: 409, isReplay: true });
    for (const [language, title] of [
      ['de', 'Alle Plätze sind belegt'],
      ['en', 'All seats are taken'],
    ] as const) {
      const headers = { 'idempotency-key': key, 'accept-language': language };
      const response = await browser.post(
        'members.invite',
        '{"email":"seat@example.com"}',
        headers,
      );
      const { error } = (await response.json()) as {
        error: { message: string; data: { request_id: string } };
      };
      expect(error.data.request_id).toBe(response.headers.get('x-request-id'));
      expect(error.message).toBe(title);
    }
    expect((await invite(browser, newName(), 'seat@example.com')).status).toBe(200);
  });

  test('of the input leave the key free for another input (D90)', async () => {
    const key = newName();
    expect((await invite(owner, key, 'no address')).code).toBe('validation_error');
    const answer = await invite(owner, key, `${newName()}@example.com`);
    expect([answer.status, answer.isReplay]).toEqual([200, false]);
  });

  test('undo what the operation has written, and are stored', async () => {
    const team = await makeTeam(api());
    const use = (): KeyedUse => ({
      owner: 'usr_test',
      key: 'undone',
      fingerprint: fingerprintOf('test', {}),
      now: api().clock.now(),
      sealKey: deriveKey(Buffer.alloc(32), 'test'),
      stored: new StoredAnswers(),
      counted: [],
      onReplay: () => undefined,
      strip: undefined,
    });
    const rename = () =>
      mutateTeam(api().pool, team.tenantId, {
        before: async () => undefined,
        beforeCommit: () => undefined,
        keyed: use(),
        limit: { lockMs: 200 },
        work: async (db, prisma) => {
          await db.write('update tenant t set name = $2 where t.id = $1', ['Undone']);
          await prisma.tenant.update({ where: { id: db.tenantId }, data: { seats: 77 } });
          return { ok: false, error: new AppError('forbidden', { detail: 'Too late.' }) };
        },
      });
    expect((await rename()).error).toMatchObject({ code: 'forbidden' });
    await expect(rename()).rejects.toMatchObject({
      code: 'forbidden',
      details: { detail: 'Too late.' },
    });
    const { rows } = await api().sql.query('select name, seats from tenant where id = $1', [
      team.tenantId,
    ]);
    expect(rows).toEqual([{ name: 'Team under test', seats: 100 }]);
  });
});

describe('a repeated call passes the same checks as the first (D96)', () => {
  test('of the right and of the fresh proof', async () => {
    const admin = await makeSession(world.team, world.admin);
    const key = newName();
    const ask = () => post(admin, key, 'webhooks.createEndpoint', endpoint);
    const first = await ask();
    api().clock.travel(600_000);
    expect((await ask()).code).toBe('fresh_proof_required');
    api().clock.travel(-600_000);
    const setRights = (granted: string) =>
      api().sql.query('update member set rights = $2 where id = $1', [
        world.admin.memberId,
        granted,
      ]);
    await setRights('{}');
    expect((await ask()).code).toBe('forbidden');
    await setRights('{schnittstellen}');
    expect(await ask()).toEqual({ ...first, isReplay: true });
  });

  test('of the privacy switch: an e-mail is hidden once the switch is off', async () => {
    const team = await makeTeam(api());
    const browser = await makeSession(team, team.owner);
    const key = newName();
    const first = await invite(browser, key, 'private@example.com');
    expect(first.data).toMatchObject({ email: 'private@example.com' });
    await team.set({ member_detail_enabled: false });
    const again = await invite(browser, key, 'private@example.com');
    expect([again.status, again.isReplay]).toEqual([200, true]);
    expect(JSON.stringify(again.data)).not.toContain('@');
  });

  test('of the privacy switch, also if it goes off while the call waits for its turn', async () => {
    const team = await makeTeam(api());
    const browser = await makeSession(team, team.owner);
    const key = newName();
    await invite(browser, key, 'private@example.com');
    const { run } = TeamSlots.prototype;
    vi.spyOn(TeamSlots.prototype, 'run').mockImplementationOnce(async function (
      this: TeamSlots,
      ...round
    ) {
      await team.set({ member_detail_enabled: false });
      return run.apply(this, round) as never;
    });
    const again = await invite(browser, key, 'private@example.com');
    expect([again.status, again.isReplay]).toEqual([200, true]);
    expect(JSON.stringify(again.data)).not.toContain('@');
  });
});
