import { TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { operation } from '../../src/operation/procedure.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { auditEntries, newName } from '../harness/idempotent-calls.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { validInput } from './harness/inputs.ts';
import { post } from './harness/keyed.ts';

const api = useApi();
let world: World;
let owner: Browser;
let admin: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
  admin = await makeSession(world.team, world.admin);
});

type Refusal = { code: string; errors?: unknown; changes?: { field: string }[] };

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await work.then(
    () => new Error('It was not refused'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw error;
  return error.data as Refusal;
}

type Input = Record<string, unknown> & { version?: string | undefined };

/** Only the owner, or the person alone, sets these, and each is one value. */
const withoutVersion = ['sandboxes.rename', 'sandboxes.setSeats', 'savedViews.rename'];
const edits = procedures.filter(
  ({ name }) =>
    /\.(change(?!Privacy|Password)|rename(?!Passkey)|set)/.test(name) &&
    !withoutVersion.includes(name),
);

describe.each(edits)('$name', (procedure) => {
  const call = async (input: Input) => {
    const { error } = (await owner.call(procedure.name, 'mutation', input)) as {
      error?: { data: Refusal };
    };
    return error?.data;
  };

  test('is refused without the version that the caller saw', async () => {
    const { version: _, ...input } = (await validInput(procedure, world, owner)) as Input;
    expect(await call(input)).toMatchObject({
      code: 'validation_error',
      errors: [{ pointer: '/version', in: 'body' }],
    });
  });

  test('is refused from a version that is not the present one, and changes nothing', async () => {
    const input = (await validInput(procedure, world, owner)) as Input;
    const before = await auditEntries(api());
    const version = input.version?.replaceAll(/[\w-]{8}/g, 'AAAAAAAA');
    const refusal = await call({ ...input, version });
    expect(refusal?.code).toBe('stale');
    expect(refusal?.changes).toHaveLength(version?.split('.').length ?? 0);
    expect(await auditEntries(api())).toBe(before);
    expect(await call(input)).toBe(undefined);
  });
});

const readAssignment = () => owner.app.assignments.get.query({ assignment_id: world.assignment });

describe('the refusal says which fields have changed, by whom and when', () => {
  test('two admins edit one assignment: the second reads what the first has changed', async () => {
    const { version, id: assignment_id } = await readAssignment();
    api().clock.travel(60_000);
    await admin.app.assignments.change.mutate({ assignment_id, version, note: 'From the admin' });
    const at = api().clock.now().toISOString();
    api().clock.travel(60_000);
    const edit = { assignment_id, version, due_date: '2027-01-31' };
    expect((await refusalOf(owner.app.assignments.change.mutate(edit))).changes).toEqual([
      { field: 'note', by: { kind: 'user', id: world.admin.memberId }, at },
    ]);
    expect(await readAssignment()).toMatchObject({ note: 'From the admin' });
    const { version: present } = await readAssignment();
    await owner.app.assignments.change.mutate({ ...edit, version: present });
    expect(await readAssignment()).toMatchObject({ due_date: '2027-01-31' });
  });

  test('an edit over REST names no version; the log names its key', async () => {
    const path = `/cases/${world.teamCase}`;
    const seen = await owner.app.cases.get.query({ case_id: world.teamCase });
    const body = { title: newName(), fields: { pains: ['price'] } };
    expect((await world.team.request('PATCH', path, { body })).status).toBe(200);
    const edit = { case_id: seen.id, version: seen.version, title: 'Another' };
    const { changes } = await refusalOf(owner.app.cases.change.mutate(edit));
    const by = { kind: 'key', id: expect.stringMatching(/^[A-Za-z0-9]{10}$/) };
    expect(changes).toEqual([
      { field: 'fields', by, at: expect.any(String) },
      { field: 'title', by, at: expect.any(String) },
    ]);
    const unknown = await world.team.request('PATCH', path, { body: { version: seen.version } });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'validation_error']);
    const { body: shown } = await world.team.request('GET', path);
    expect(shown).not.toHaveProperty('version');
  });

  test('a training that completes an assignment does not count as an edit by somebody', async () => {
    const { version, id: assignment_id } = await readAssignment();
    const done = { assignment_id, version, status: 'done' as const };
    const seen = await owner.app.assignments.change.mutate(done);
    const open = { ...done, version: seen.version, status: 'open' as const };
    const { version: present } = await owner.app.assignments.change.mutate(open);
    await api().sql.query(`update assignment set status = 'done', updated_at = $2 where id = $1`, [
      assignment_id,
      new Date(api().clock.now().getTime() + 1_000),
    ]);
    const edit = { assignment_id, version: present, note: newName() };
    const { changes } = await refusalOf(owner.app.assignments.change.mutate(edit));
    expect(changes).toEqual([{ field: 'status' }]);
  });

  test('a delivery does not change the version of its endpoint, so no edit is refused because of one', async () => {
    const [seen] = (await owner.app.webhooks.listEndpoints.query({})).data;
    const { id: endpoint_id = '', version = '' } = seen ?? {};
    await api().sql.query(
      'update webhook_endpoint set last_success_at = now(), failing_since = now() where id = $1',
      [endpoint_id],
    );
    const edit = { endpoint_id, version, description: newName() };
    const { description } = await owner.app.webhooks.changeEndpoint.mutate(edit);
    expect(description).toBe(edit.description);
  });
});

test('only one of several simultaneous edits of one version is made', async () => {
  const { version, id: assignment_id } = await readAssignment();
  const codes = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const browser = await makeSession(world.team, i % 2 ? world.admin : world.team.owner);
      const edit = { assignment_id, version, note: `At once, ${i}` };
      return browser.app.assignments.change.mutate(edit).then(
        () => 'ok',
        (error) => error.data.code,
      );
    }),
  );
  expect(codes.sort()).toEqual(['ok', ...Array(9).fill('stale')]);
});

test('each edit of a batch has its own version', async () => {
  const { version, id: assignment_id } = await readAssignment();
  const { memberId: member_id } = world.member;
  const member = await owner.app.members.get.query({ member_id });
  const [changed, promoted] = await Promise.all([
    owner.app.assignments.change.mutate({ assignment_id, version, note: newName() }),
    owner.app.members.changeRole.mutate({
      member_id,
      version: member.version,
      role: 'admin',
    }),
  ]);
  expect(changed.version).not.toBe(version);
  expect(promoted).toMatchObject({ role: 'admin' });
  // The answer of an edit has the version for the next one.
  await owner.app.assignments.change.mutate({
    assignment_id,
    version: changed.version,
    note: null,
  });
});

test('the version tells nothing to somebody who may not see the object', async () => {
  const { version } = await owner.app.cases.get.query({ case_id: world.teamCase });
  const edit = { case_id: world.privateCase, version, title: 'Mine' };
  expect(await refusalOf(owner.app.cases.change.mutate(edit))).toMatchObject({
    code: 'not_found',
  });
});

test('a stale edit with an Idempotency-Key is answered again with the stored refusal (D90)', async () => {
  const { version, id: assignment_id } = await readAssignment();
  const note = newName();
  await admin.app.assignments.change.mutate({ assignment_id, version, note });
  const ask = async () => {
    const input = JSON.stringify({ assignment_id, version, note: 'Stale' });
    const response = await owner.post('assignments.change', input, { 'idempotency-key': note });
    const { error } = (await response.json()) as { error: { data: Refusal } };
    return { ...error.data, request_id: undefined };
  };
  const [first, again] = [await ask(), await ask()];
  expect(again).toEqual(first);
  expect(again.changes).toHaveLength(1);
  const present = await readAssignment();
  const other = { assignment_id, version: present.version, note: 'Stale' };
  expect((await post(owner, note, 'assignments.change', other)).code).toBe('idempotency_mismatch');
});

test('an operation that edits and has further inputs of the app does not compile, because it would not get them', () => {
  type Edit = Extract<Parameters<typeof operation>[1], { method: 'PATCH' }>;
  // @ts-expect-error: beside the inputs of REST, an edit has its version alone.
  const inApp = (): Edit['inApp'] => ({ name: 'notes.change', input: z.object({}) });
  expect(inApp).toBeTypeOf('function');
});
