import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, errorOf, makeSession } from '../harness/app.ts';
import { auditEntries } from '../harness/idempotent-calls.ts';
import { raisedIn } from '../harness/raised.ts';
import { insertCase, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { neverExisted } from '../tenancy/harness/foreign-ids.ts';

// The clock stands still, so that two answers do not differ by their time.
const api = useApi({ tickMs: 0 });
let team: TestTeam;
let member: Person;
let browser: Browser;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 100_000 });
  member = await team.addMember();
  browser = await makeSession(team, member);
});

const content = {
  title: 'Schwieriges Übergabegespräch 🤝',
  persona_id: 'per_sceptic',
  fields: { größe: 240, notizen: ['Ärger', { deep: [1.5, null] }] },
  external_ref: { crm: '48213' },
};

const listOwn = async ({ app }: Browser) => (await app.cases.listOwn.query({})).data;

test('a member makes, reads, changes and removes private cases', async () => {
  const made = await browser.app.cases.createOwn.mutate(content);
  expect(made).toMatchObject({ ...content, user_id: member.userId });
  expect(await listOwn(browser)).toEqual([made]);
  const { id: case_id, version } = made;
  expect(await browser.app.cases.getOwn.query({ case_id })).toEqual(made);
  const edit = { case_id, version, title: 'Größer', fields: null };
  const changed = await browser.app.cases.changeOwn.mutate(edit);
  expect(changed).toMatchObject({ ...content, title: 'Größer', fields: null });
  const same = { case_id, version: changed.version, title: 'Größer' };
  expect(await browser.app.cases.changeOwn.mutate(same)).toEqual(changed);
  expect(await browser.app.cases.removeOwn.mutate({ case_id })).toEqual({ ok: true });
  expect(await listOwn(browser)).toEqual([]);
  expect(await codeOf(browser.app.cases.getOwn.query({ case_id }))).toBe('not_found');
  expect(await codeOf(browser.app.cases.removeOwn.mutate({ case_id }))).toBe('not_found');
  const gone = browser.app.cases.changeOwn.mutate({ ...same, version: changed.version });
  expect(await codeOf(gone)).toBe('not_found');
});

describe('nobody else learns of a private case', () => {
  test('over REST its answer equals that of a missing one, byte for byte, whoever has made the case', async () => {
    const owner = await makeSession(team, team.owner);
    for (const { app } of [browser, owner]) {
      const { id } = await app.cases.createOwn.mutate(content);
      const absent = neverExisted(id);
      const ask = async (method: string, caseId: string, body?: object) => {
        const answer = await team.request(method, `/cases/${caseId}`, body ? { body } : {});
        const { date: _, 'x-request-id': requestId = '', ...headers } = answer.headers;
        const counted = /^ratelimit-(remaining|reset)$/;
        const kept = Object.entries(headers).filter(([name]) => !counted.test(name));
        const all = JSON.stringify({ status: answer.status, kept, text: answer.text });
        return all.replaceAll(String(requestId), '(request id)').replaceAll(caseId, '(id)');
      };
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { title: 'Found' }],
        ['PATCH', {}],
        ['DELETE', undefined],
      ] as const) {
        const answer = await ask(method, id, body);
        expect(answer).toContain('"status":404');
        expect(answer).toBe(await ask(method, absent, body));
      }
      const { text } = await team.request('GET', '/cases?limit=200');
      expect(text).not.toContain(id);
      const ofMember = await team.request('GET', `/cases?user_id=${member.userId}`);
      expect(ofMember.body.data).toEqual([]);
      expect((await listOwn(owner)).length + (await listOwn(browser)).length).toBeGreaterThan(0);
    }
  });

  test('in the app only the member finds it, not admins, the owner or another team', async () => {
    const { id: case_id, version } = await browser.app.cases.createOwn.mutate(content);
    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    const colleague = await team.addMember();
    const stranger = await makeTeam(api());
    const others = [
      await makeSession(team, team.owner),
      await makeSession(team, admin),
      await makeSession(team, colleague),
      await makeSession(stranger, stranger.owner),
    ];
    for (const [i, { app }] of others.entries()) {
      const edit = { case_id, version, title: 'Mine' };
      const asks = [
        app.cases.getOwn.query({ case_id }),
        app.cases.changeOwn.mutate(edit),
        app.cases.removeOwn.mutate({ case_id }),
        // A member has no right to team cases.
        ...(i === 2
          ? []
          : [
              app.cases.get.query({ case_id }),
              app.cases.change.mutate(edit),
              app.cases.remove.mutate({ case_id }),
            ]),
      ];
      const codes = await Promise.all(asks.map(codeOf));
      expect(codes).toEqual(asks.map(() => 'not_found'));
      const listed = i === 2 ? [] : (await app.cases.list.query({ limit: 200 })).data;
      const own = (await app.cases.listOwn.query({})).data;
      expect([...listed, ...own].map(({ id }) => id)).not.toContain(case_id);
    }
  });

  test("a colleague's case, another team's, a team case and an unknown id read alike", async () => {
    const colleague = await makeSession(team, await team.addMember());
    const elsewhere = await makeTeam(api());
    const stranger = await makeSession(elsewhere, elsewhere.owner);
    const refused = await Promise.all([
      (await colleague.app.cases.createOwn.mutate(content)).id,
      (await stranger.app.cases.createOwn.mutate(content)).id,
      insertCase(team, { member_id: member.memberId }),
      neverExisted((await browser.app.cases.createOwn.mutate(content)).id),
    ]);
    const answers: string[] = [];
    for (const case_id of refused) {
      const input = encodeURIComponent(JSON.stringify({ case_id }));
      const answer = await browser.fetch(`${browser.url('cases.getOwn')}?input=${input}`);
      const text = (await answer.text()).replaceAll(/"request_id":"[^"]+"/g, '');
      answers.push(`${answer.status} ${text}`);
    }
    expect(answers[0]).toMatch(/^404 .*"not_found"/);
    expect(new Set(answers).size).toBe(1);
  });

  test("a colleague cannot use the member's cursor", async () => {
    for (const _ of [1, 2]) await browser.app.cases.createOwn.mutate({});
    const page = await browser.app.cases.listOwn.query({ limit: 1 });
    const { app } = await makeSession(team, await team.addMember());
    const stolen = app.cases.listOwn.query({ cursor: page.next_cursor ?? '' });
    expect(await codeOf(stolen)).toBe('validation_error');
  });

  test('neither the audit log nor an event mentions a private case', async () => {
    const quiet = await makeTeam(api());
    await insertEndpoint(quiet);
    const { app } = await makeSession(quiet, await quiet.addMember());
    const [before, raised] = [await auditEntries(api()), await raisedIn(quiet)];
    const { id: case_id, version } = await app.cases.createOwn.mutate(content);
    await app.cases.changeOwn.mutate({ case_id, version, title: null });
    await app.cases.removeOwn.mutate({ case_id });
    expect(await auditEntries(api())).toBe(before);
    expect(await raisedIn(quiet)).toEqual(raised);
  });

  test('a team case is no private case, not even for the member whom it is about', async () => {
    const case_id = await insertCase(team, { member_id: member.memberId });
    expect((await listOwn(browser)).map(({ id }) => id)).not.toContain(case_id);
    expect(await codeOf(browser.app.cases.removeOwn.mutate({ case_id }))).toBe('not_found');
    expect((await team.request('GET', `/cases/${case_id}`)).status).toBe(200);
  });

  test('after a removal nobody sees it, not even the same person as a new member', async () => {
    const leaving = await team.addMember();
    const session = await makeSession(team, leaving);
    const { id: case_id } = await session.app.cases.createOwn.mutate(content);
    const { app } = await makeSession(team, team.owner);
    await app.members.remove.mutate({ member_id: leaving.memberId });
    expect(await codeOf(session.app.cases.listOwn.query({}))).toBe('no_team');
    const again = await team.addMember({ email: leaving.email });
    expect(again.userId).toBe(leaving.userId);
    const back = await makeSession(team, again);
    expect(await listOwn(back)).toEqual([]);
    expect(await codeOf(back.app.cases.getOwn.query({ case_id }))).toBe('not_found');
    expect(await codeOf(back.app.cases.removeOwn.mutate({ case_id }))).toBe('not_found');
  });
});

test('while member_detail_enabled is off, a member still works on private cases', async () => {
  const off = await makeTeam(api(), { memberDetail: false });
  const { app } = await makeSession(off, await off.addMember());
  const made = await app.cases.createOwn.mutate(content);
  expect((await app.cases.listOwn.query({})).data).toEqual([made]);
  expect(await app.cases.getOwn.query({ case_id: made.id })).toEqual(made);
});

test('each page continues where the last one ended, newest first', async () => {
  const { app } = await makeSession(team, await team.addMember());
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    api().clock.travel(1_000);
    made.unshift((await app.cases.createOwn.mutate({ title: `${i}` })).id);
  }
  const first = await app.cases.listOwn.query({ limit: 3 });
  const second = await app.cases.listOwn.query({ limit: 3, cursor: first.next_cursor ?? '' });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
  expect(second.next_cursor).toBe(null);
});

test('with two open pages, the second edit of one version is refused and says what has changed', async () => {
  const { id: case_id, version } = await browser.app.cases.createOwn.mutate(content);
  const edits = Array.from({ length: 6 }, async (_, i) => {
    const { app } = await makeSession(team, member);
    return codeOf(app.cases.changeOwn.mutate({ case_id, version, title: `At once, ${i}` }));
  });
  expect((await Promise.all(edits)).sort()).toEqual(['ok', ...Array(5).fill('stale')]);
  const stale = browser.app.cases.changeOwn.mutate({ case_id, version, persona_id: null });
  expect((await errorOf(stale)).changes).toEqual([{ field: 'title' }]);
});

test('a member has at most 500 private cases, which are bounded like team cases', async () => {
  const person = await team.addMember();
  const { app } = await makeSession(team, person);
  await api().sql.query(
    `insert into team_case (tenant_id, id, member_id, visibility, created_at, updated_at)
     select $1, 'cas_' || $2 || n, $2, 'private', now(), now() from generate_series(1, 499) n`,
    [team.tenantId, person.memberId],
  );
  for (const wrong of [
    { title: 'ü'.repeat(201) },
    { fields: { text: 'x'.repeat(65_536) } },
    { fields: [1] },
    { user_id: member.userId },
  ]) {
    expect(await codeOf(app.cases.createOwn.mutate(wrong as object))).toBe('validation_error');
  }
  const { id: case_id } = await app.cases.createOwn.mutate({ title: 'ü'.repeat(200) });
  expect(await codeOf(app.cases.createOwn.mutate({}))).toBe('conflict');
  expect(await codeOf(browser.app.cases.createOwn.mutate({}))).toBe('ok');
  await app.cases.removeOwn.mutate({ case_id });
  expect(await codeOf(app.cases.createOwn.mutate({}))).toBe('ok');
});
