import { expect, test } from 'vitest';
import { insertCase, insertInvited } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

async function create(team: TestTeam, body: object): Promise<string> {
  const response = await team.request('POST', '/cases', {
    body: { user_id: team.owner.userId, ...body },
  });
  expect([response.status, response.body.code]).toEqual([201, undefined]);
  return response.body.id;
}

async function auditOf(team: TestTeam, id: string): Promise<unknown[]> {
  const { rows } = await api().sql.query(
    `select action, changes, actor_kind, actor_id from audit_entry
     where tenant_id = $1 and target_id = $2 order by created_at, id`,
    [team.tenantId, id],
  );
  return rows;
}

test('POST /cases answers 201 with the whole case, and the address at which it can be read (D2, D3, D26)', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const content = {
    title: 'Renewal 🤝',
    persona_id: 'anything',
    fields: { pains: ['price', { deep: [1.5, null] }], 'ключ"': true },
    external_ref: { crm: '48213' },
  };
  const made = await team.request('POST', '/cases', {
    body: { user_id: member.userId, ...content },
  });
  const { id, created_at } = made.body;
  expect(made.status).toBe(201);
  expect(made.headers.location).toMatch(new RegExp(`/cases/${id}$`));
  expect(made.body, 'Add a new field to `content` above, and test its rules in this file').toEqual({
    id,
    user_id: member.userId,
    ...content,
    created_at,
  });
  expect(created_at).toMatch(/^2026-11-18T\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await team.request('GET', `/cases/${id}`)).body).toEqual(made.body);
  expect((await team.request('GET', '/cases')).body.data).toEqual([made.body]);
  const bare = await create(team, { title: null, fields: null, persona_id: null });
  expect((await team.request('GET', `/cases/${bare}`)).body).toMatchObject({
    user_id: team.owner.userId,
    title: null,
    persona_id: null,
    fields: null,
    external_ref: null,
  });
});

test('an id that is too long for a number comes back unchanged as a string, or is refused', async () => {
  const team = await makeTeam(api());
  const send = (deal: string) =>
    team.request('POST', '/cases', {
      raw: `{"user_id":"${team.owner.userId}","external_ref":{"deal":${deal}}}`,
    });
  const refused = await send('1234567890123456789');
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      {
        in: 'body',
        pointer: '/external_ref/deal',
        code: 'inexact',
        detail: 'The number cannot be kept exactly: send it as a string.',
      },
    ],
  ]);
  for (const deal of ['"1234567890123456789"', '9007199254740991', '1.5']) {
    const made = await send(deal);
    expect(JSON.stringify(made.body.external_ref)).toBe(`{"deal":${deal}}`);
  }
});

test('D136: persona_id is stored as given, and need not be in the catalog', async () => {
  const team = await makeTeam(api());
  const id = await create(team, { persona_id: ' Käufer/7 ' });
  const changed = await team.request('PATCH', `/cases/${id}`, { body: { persona_id: 'none_7' } });
  expect([changed.status, changed.body.persona_id]).toEqual([200, 'none_7']);
  const again = await create(team, { persona_id: ' Käufer/7 ' });
  expect((await team.request('GET', `/cases/${again}`)).body.persona_id).toBe(' Käufer/7 ');
});

test('D134: user_id is an active member or the owner; invited, removed, foreign and unknown are 404', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const removed = await team.addMember();
  await team.request('DELETE', `/users/${removed.memberId}`);
  const invited = await insertInvited(team);
  for (const user_id of [removed.userId, invited, other.owner.userId, team.owner.memberId, '']) {
    const { status, body } = await team.request('POST', '/cases', { body: { user_id } });
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
  expect((await readAll(team, '/cases')).ids).toEqual([]);
});

test("D134: a member's private case is 404 everywhere and never listed", async () => {
  const team = await makeTeam(api());
  const id = await insertCase(team, { visibility: 'private' });
  const shared = await insertCase(team);
  expect((await readAll(team, '/cases')).ids).toEqual([shared]);
  expect((await readAll(team, `/cases?user_id=${team.owner.userId}`)).ids).toEqual([shared]);
  const answers = [
    await team.request('GET', `/cases/${id}`),
    await team.request('PATCH', `/cases/${id}`, { body: { title: 'seen' } }),
    await team.request('DELETE', `/cases/${id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const { rows } = await api().sql.query('select title from team_case where id = $1', [id]);
  expect(rows).toEqual([{ title: 'A case' }]);
});

test('a case keeps its user_id after the member was removed, even if the person joins again (D105)', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const body = { user_id: member.userId };
  const before = (await team.request('POST', '/cases', { body })).body.id;
  await team.request('DELETE', `/users/${member.memberId}`);
  expect((await team.request('GET', `/cases/${before}`)).body.user_id).toBe(member.userId);
  const again = await team.addMember({ email: member.email });
  expect(again.userId).toBe(member.userId);
  const after = (await team.request('POST', '/cases', { body })).body.id;
  expect((await readAll(team, `/cases?user_id=${member.userId}&limit=1`)).ids).toEqual([
    after,
    before,
  ]);
});

test('D65, D74: newest first in pages; a foreign and an unknown user_id give the same empty page', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const created_at = '2026-05-01T00:00:00.000Z';
  await insertCase(team, { id: 'cas_a', created_at });
  await insertCase(team, { id: 'cas_b', created_at });
  await insertCase(team, { id: 'cas_0', created_at: '2026-05-02T00:00:00.000Z' });
  await insertCase(other);
  const order = ['cas_0', 'cas_b', 'cas_a'];
  expect(await readAll(team, '/cases?limit=1')).toEqual({ ids: order, sizes: [1, 1, 1] });
  for (const user of [other.owner.userId, 'usr_nobody']) {
    const { status, text } = await team.request('GET', `/cases?user_id=${user}`);
    expect([status, text]).toEqual([200, '{"data":[],"next_cursor":null}']);
  }
});

test('D119, D135: PATCH null clears; fields and external_ref are replaced as a whole, never merged', async () => {
  const team = await makeTeam(api());
  const id = await create(team, {
    title: 'T',
    persona_id: 'p',
    fields: { a: 1, nested: { b: 2 } },
    external_ref: { x: 1 },
  });
  const change = async (body: object) =>
    (await team.request('PATCH', `/cases/${id}`, { body })).body;
  expect(await change({ fields: { nested: { c: 3 } } })).toMatchObject({
    title: 'T',
    persona_id: 'p',
    fields: { nested: { c: 3 } },
    external_ref: { x: 1 },
  });
  expect((await change({ fields: {} })).fields).toEqual({});
  const cleared = { title: null, persona_id: null, fields: null, external_ref: null };
  expect(await change(cleared)).toMatchObject({ id, user_id: team.owner.userId, ...cleared });
  expect((await team.request('GET', `/cases/${id}`)).body).toMatchObject(cleared);
});

test('D120: PATCH {} answers 200 unchanged and writes no audit row, and so does a PATCH with the present values', async () => {
  const team = await makeTeam(api());
  const id = await create(team, { title: 'T', fields: { a: 1, b: 2 } });
  const before = await team.request('GET', `/cases/${id}`);
  for (const body of [{}, { title: 'T' }, { fields: { b: 2, a: 1 }, persona_id: null }]) {
    const response = await team.request('PATCH', `/cases/${id}`, { body });
    expect([response.status, response.body]).toEqual([200, before.body]);
  }
  expect(await auditOf(team, id)).toHaveLength(1);
});

test('D169: creating, changing and deleting are logged with the names of what changed, never the content', async () => {
  const team = await makeTeam(api());
  const id = await create(team, { title: 'secret', fields: { secret: 'secret' } });
  const body = { title: 'secret 2', persona_id: 'secret', fields: { secret: 'secret' } };
  await team.request('PATCH', `/cases/${id}`, { body });
  await team.request('DELETE', `/cases/${id}`);
  const entries = await auditOf(team, id);
  const actor = { actor_kind: 'key', actor_id: team.keyPrefix };
  expect(entries).toEqual([
    { action: 'case.created', changes: null, ...actor },
    { action: 'case.changed', changes: { changed: ['title', 'persona_id'] }, ...actor },
    { action: 'case.deleted', changes: null, ...actor },
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});

test('DELETE answers {ok: true}; a second DELETE, and every other use of the id, is 404', async () => {
  const team = await makeTeam(api());
  const id = await create(team, {});
  const first = await team.request('DELETE', `/cases/${id}`);
  expect([first.status, first.body]).toEqual([200, { ok: true }]);
  for (const method of ['DELETE', 'GET', 'PATCH']) {
    const body = method === 'PATCH' ? { body: {} } : {};
    expect((await team.request(method, `/cases/${id}`, body)).status).toBe(404);
  }
});

test("another team's case gives the same 404 as an unknown one, and does not change (spec, general rule 3)", async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const foreign = await create(other, { title: 'theirs' });
  for (const id of [foreign, 'cas_nothing']) {
    const answers = [
      await team.request('GET', `/cases/${id}`),
      await team.request('PATCH', `/cases/${id}`, { body: { title: 'mine' } }),
      await team.request('DELETE', `/cases/${id}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [404, undefined],
      [404, undefined],
      [404, undefined],
    ]);
  }
  expect((await other.request('GET', `/cases/${foreign}`)).body.title).toBe('theirs');
});

test('D84, D133: with member_detail_enabled off the GETs are 403, POST and PATCH return the full case', async () => {
  const team = await makeTeam(api(), { memberDetail: false });
  const body = { user_id: team.owner.userId, title: 'T' };
  const made = await team.request('POST', '/cases', { body });
  expect([made.status, made.body.user_id]).toEqual([201, team.owner.userId]);
  const path = `/cases/${made.body.id}`;
  const changed = await team.request('PATCH', path, { body: { title: 'U' } });
  expect(changed.body).toEqual({ ...made.body, title: 'U' });
  for (const closed of ['/cases', '/cases?limit=x', path, '/cases/cas_nothing']) {
    const { status, body: problem } = await team.request('GET', closed);
    expect([closed, status, problem.code]).toEqual([closed, 403, 'privacy_restricted']);
  }
  expect((await team.request('DELETE', path)).status).toBe(200);
});

test('D33, D34, D135: what is too long, an array, too deep or misspelt is named in a 422; code points are counted', async () => {
  const team = await makeTeam(api());
  const id = await create(team, { title: '🤝'.repeat(200), persona_id: 'p'.repeat(100) });
  const deep = JSON.parse(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`);
  for (const [content, pointer] of [
    [{ title: 'x'.repeat(201) }, '/title'],
    [{ persona_id: 'x'.repeat(101) }, '/persona_id'],
    [{ fields: [] }, '/fields'],
    [{ fields: 'x' }, '/fields'],
    [{ external_ref: deep }, '/external_ref'],
    [{ fields: { a: 'x'.repeat(65_536) } }, '/fields'],
    [{ titel: 'x' }, '/titel'],
  ] as const) {
    const user_id = team.owner.userId;
    for (const response of [
      await team.request('POST', '/cases', { body: { user_id, ...content } }),
      await team.request('PATCH', `/cases/${id}`, { body: content }),
    ]) {
      const pointers = response.body.errors?.map((issue) => issue.pointer);
      expect([response.status, pointers]).toEqual([422, [pointer]]);
    }
  }
  const moved = await team.request('PATCH', `/cases/${id}`, { body: { user_id: 'usr_x' } });
  expect(moved.status).toBe(422);
  expect((await team.request('POST', '/cases', { body: {} })).status).toBe(422);
});

test('repeated with the same Idempotency-Key, a POST makes one case; another body is a mismatch (spec, Limits)', async () => {
  const team = await makeTeam(api());
  const headers = { 'idempotency-key': 'once' };
  const body = { user_id: team.owner.userId, title: 'T' };
  const first = await team.request('POST', '/cases', { body, headers });
  const again = await team.request('POST', '/cases', { body, headers });
  expect([again.status, again.text]).toEqual([201, first.text]);
  const other = await team.request('POST', '/cases', { body: { ...body, title: 'U' }, headers });
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  expect((await readAll(team, '/cases')).ids).toEqual([first.body.id]);
});

test('reading needs cases:read, writing cases:write, and one does not imply the other (D48)', async () => {
  const reader = await makeTeam(api(), { scopes: ['cases:read'] });
  const writer = await makeTeam(api(), { scopes: ['cases:write'] });
  const body = { user_id: 'usr_x' };
  const refused = [
    await writer.request('GET', '/cases'),
    await writer.request('GET', '/cases/cas_x'),
    await reader.request('POST', '/cases', { body }),
    await reader.request('PATCH', '/cases/cas_x', { body: {} }),
    await reader.request('DELETE', '/cases/cas_x'),
  ];
  expect(refused.map(({ status, body: { required_scope } }) => [status, required_scope])).toEqual([
    [403, 'cases:read'],
    [403, 'cases:read'],
    [403, 'cases:write'],
    [403, 'cases:write'],
    [403, 'cases:write'],
  ]);
});
