import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { Passwords } from '../../src/auth/passwords.ts';
import type { CrmReach } from '../../src/crm/crm-reach.ts';
import { HomeTeams } from '../../src/db/home-teams.ts';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { OutboundQueue } from '../../src/operation/outbound-queue.ts';
import { StoredAnswers } from '../../src/operation/stored-answers.ts';
import { routes } from '../../src/rest/routes.ts';
import { AppError } from '../../src/shared/errors/app-errors.ts';
import { UnreadAnswers } from '../../src/shared/load/unread-answers.ts';
import { UnusedBodies } from '../../src/shared/load/unused-bodies.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { AnswerBytes } from '../../src/trpc/answer-bytes.ts';
import { Callers } from '../../src/trpc/callers.ts';
import { Cookies } from '../../src/trpc/cookies.ts';
import { ProcedureCalls } from '../../src/trpc/procedure-calls.ts';
import { RawInput } from '../../src/trpc/raw-input.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { raisedIn } from '../harness/raised.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

function fail(): never {
  throw new Error('no CRM is asked here');
}

/** The CRMs of tests that ask no CRM. */
const noCrm: CrmReach = {
  connectors: [],
  openApi: fail,
  callbackUrl: 'http://localhost/app/crm/callback',
  sealKey: createSecretKey(randomBytes(32)),
  close: () => Promise.resolve(),
};

// The public operations, called by a person in the app.
const api = useApi();
let world: World;
let admin: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  admin = await makeSession(world.team, world.admin);
  const events = ['assignment.created', 'assignment.completed', 'member.joined'];
  await insertEndpoint(world.team, { events });
});

async function newAssignment() {
  const route = routes.find(({ meta }) => meta.openapi?.operationId === 'createAssignment');
  if (!route) throw new Error('There is no such operation');
  const { body } = await validRequest(route, world);
  const input = body as Parameters<typeof admin.app.assignments.create.mutate>[0];
  return admin.app.assignments.create.mutate(input);
}

async function auditOf(targetId: string) {
  const { rows } = await api().sql.query(
    `select actor_kind, actor_id, action, request_id from audit_entry
     where tenant_id = $1 and target_id = $2 order by action`,
    [world.team.tenantId, targetId],
  );
  return rows;
}

test("an assignment made in the app raises no event, and is in the audit log as the member's", async () => {
  const before = (await raisedIn(world.team)).events.length;
  const { id, version } = await newAssignment();
  await admin.app.assignments.change.mutate({ assignment_id: id, version, status: 'done' });
  expect((await raisedIn(world.team)).events.length).toBe(before);
  const entry = {
    actor_kind: 'user',
    actor_id: world.admin.memberId,
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  };
  expect(await auditOf(id)).toEqual([
    { ...entry, action: 'assignment.changed' },
    { ...entry, action: 'assignment.created' },
  ]);
});

test('a member invited in the app raises member.joined (D165)', async () => {
  const before = (await raisedIn(world.team)).events.length;
  await admin.app.members.invite.mutate({ email: 'raises@example.com', role: 'admin' });
  expect((await raisedIn(world.team)).events.length).toBe(before + 1);
});

test('a failed procedure undoes everything that it has written', async () => {
  const cookies = new Cookies(`__Host-sid=${admin.session}`);
  const key = createSecretKey(randomBytes(32));
  const unread = new UnreadAnswers();
  const request = new ProcedureCalls(
    {
      pool: api().pool,
      slots: new TeamSlots(10),
      homes: new HomeTeams(api().pool),
      unread,
      bodies: new UnusedBodies(),
      stored: new StoredAnswers(),
      urlChecker: { check: () => Promise.reject(new Error('no URL is checked here')) },
      crm: noCrm,
      outgoing: Outgoing.opened(),
      outbound: new OutboundQueue(api().clock),
      callers: new Callers(api().pool, api().clock),
      log: createLogger('silent'),
      passwords: new Passwords(),
      relyingParty: null,
      publicUrl: 'http://localhost:3000',
      cursorKey: key,
      secretKey: key,
      webhookPauseAfterMs: 259_200_000,
      egressAddresses: [],
      sealKey: key,
    },
    {
      requestId: randomUUID(),
      startedAt: 0,
      traceparent: undefined,
      overdue: false,
      limit: Promise.withResolvers<never>(),
      language: 'de',
      ip: null,
      userAgent: null,
      cookies,
      input: new RawInput(),
      answer: new AnswerBytes(unread, new ServerResponse(new IncomingMessage(new Socket()))),
      arrival: {
        loaded: undefined,
        commandLine: undefined,
        failure: undefined,
      },
      idempotencyKey: undefined,
      isReplay: false,
      isService: false,
      commandLine: null,
    },
    1,
  );
  const requested = {
    path: 'test',
    right: 'see_team',
    needsMemberDetail: false,
    target: undefined,
    sends: false,
    input: async () => ({}),
    personal: undefined,
  } as const;
  const rename = (name: string, ok: boolean) =>
    request.inTeam({ ...requested, type: 'mutation' }, async ({ db }) => {
      await db.write('update tenant t set name = $2 where t.id = $1', [name]);
      return { ok, error: new AppError('forbidden') };
    });
  const nameNow = async () => (await admin.app.team.get.query({})).name;
  const before = await nameNow();
  expect((await rename('Undone', false)).ok).toBe(false);
  expect(await nameNow()).toBe(before);
  await rename('Done', true);
  expect(await nameNow()).toBe('Done');
});

test('the refusal of an operation has the same code, and everything is undone', async () => {
  const member_id = world.team.owner.memberId;
  const { version } = await admin.app.members.get.query({ member_id });
  const demote = admin.app.members.changeRole.mutate({ member_id, version, role: 'member' });
  expect(await codeOf(demote)).toBe('owner');
  expect(await codeOf(admin.app.members.get.query({ member_id: world.removed }))).toBe('not_found');
  const { rows } = await api().sql.query(
    'select 1 from audit_entry where tenant_id = $1 and target_id = $2 and actor_kind = $3',
    [world.team.tenantId, world.team.owner.memberId, 'user'],
  );
  expect(rows).toEqual([]);
});

describe('spec, general rule 7: while member_detail_enabled is off', () => {
  test('the app refuses what REST refuses, even to the owner, and shows no e-mail of others', async () => {
    const owner = await makeSession(world.team, world.team.owner);
    await world.team.set({ member_detail_enabled: false });
    try {
      expect(await codeOf(owner.app.trainings.list.query({}))).toBe('privacy_restricted');
      expect(await codeOf(owner.app.assignments.list.query({}))).toBe('privacy_restricted');
      const { data } = await owner.app.members.list.query({});
      expect(data.filter(({ email, is_me }) => email !== null && !is_me)).toEqual([]);
    } finally {
      await world.team.set({ member_detail_enabled: true });
    }
    const { data } = await owner.app.members.list.query({});
    expect(data.every(({ email }) => email !== null)).toBe(true);
  });
});

test('on the plan free, endpoints say "not included"; the rest of the app works', async () => {
  const owner = await makeSession(world.team, world.team.owner);
  await world.team.set({ plan: 'free' });
  try {
    expect(await codeOf(owner.app.webhooks.listEndpoints.query({}))).toBe('not_included');
    expect(await codeOf(owner.app.members.list.query({}))).toBe('ok');
  } finally {
    await world.team.set({ plan: 'team' });
  }
});

test('the URL of an endpoint is checked as in REST (D152)', async () => {
  const input = { url: 'https://10.0.0.1/hook', events: ['member.joined' as const] };
  expect(await codeOf(admin.app.webhooks.createEndpoint.mutate(input))).toBe('validation_error');
  const created = await admin.app.webhooks.createEndpoint.mutate({
    ...input,
    url: 'https://hooks.example.com/',
  });
  expect(created.secret).toMatch(/^whsec_/);
});

test('pages continue in the app as over REST', async () => {
  const first = await admin.app.members.list.query({ limit: '2' });
  expect(first.data).toHaveLength(2);
  const second = await admin.app.members.list.query({
    limit: '2',
    cursor: first.next_cursor ?? '',
  });
  expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
});
