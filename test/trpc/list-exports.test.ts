import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, makeSession } from '../harness/app.ts';
import { insertAssignment, insertDeal, insertScoredTraining } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let member: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  await api().sql.query(`update person set name = 'Lea Vogel' where id = $1`, [member.userId]);
  owner = await makeSession(team, team.owner);
  for (let i = 0; i < 3; i++) await insertScoredTraining(team, { member_id: member.memberId });
  await insertAssignment(team, { member_id: member.memberId, title: '=1+1' });
  await insertAssignment(team, { status: 'done' });
  await insertDeal(team, { owner_user_id: member.userId });
});

const lists = ['members', 'trainings', 'assignments', 'deals'] as const;

async function ask(list: string, query = '', browser = owner): Promise<Response> {
  return fetch(`http://127.0.0.1:${api().port}/app/export/${list}${query}`, {
    headers: { cookie: `__Host-sid=${browser.session ?? ''}`, 'sec-fetch-site': 'same-origin' },
  });
}

async function rowsOf(list: string, query = '', browser = owner) {
  const answer = await ask(`${list}.ndjson`, query, browser);
  expect(answer.status).toBe(200);
  const text = (await answer.text()).trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: { data: { code: string } } }).error.data.code;
}

describe('a list as a file', () => {
  test('has the rows of the list with its filters, in its order', async () => {
    const { app } = owner;
    const members = { ...(await app.members.list.query({ role: 'member' })) };
    expect(await rowsOf('members', '?role=member')).toEqual(members.data);
    const open = await app.assignments.list.query({ status: 'open' });
    expect(await rowsOf('assignments', '?status=open')).toEqual(open.data);
    const deals = await app.crm.listDeals.query({});
    expect(deals.data).toHaveLength(1);
    expect(await rowsOf('deals')).toEqual(deals.data);
    expect(await rowsOf('deals', '?without_member=true')).toEqual([]);
    const trainings = (await app.trainings.list.query({ user_id: member.userId })).data;
    const named = { name: 'Lea Vogel', email: member.email, score: 70 };
    expect(await rowsOf('trainings', `?user_id=${member.userId}`)).toEqual(
      trainings.map((training) => ({ ...training, ...named })),
    );
  });

  test('is CSV with titles in both languages, and no cell is a formula', async () => {
    const csv = async (query: string) => (await ask('assignments.csv', query)).text();
    expect(await csv('?lang=de')).toMatch(/^\uFEFF?"Titel";"E-Mail";"Status";"Fällig"/);
    expect(await csv('?lang=en')).toMatch(/^\uFEFF?"Title","E-mail","Status","Due"/);
    expect(await csv('?lang=en')).toContain(`"'=1+1"`);
  });

  test.each(lists)(
    'of %s begins with a fresh proof, needs an admin, and is in the audit log',
    async (list) => {
      const old = new Date(api().clock.now().getTime() - 600_000);
      const unproven = await makeSession(team, team.owner, { provedAt: old });
      expect(await codeOf(await ask(`${list}.csv`, '', unproven))).toBe('fresh_proof_required');
      const plain = await makeSession(team, member);
      expect(await codeOf(await ask(`${list}.csv`, '', plain))).toBe('forbidden');
      const { url } = await owner.app.team.exportList.query({ list });
      expect(url).toBe(`/app/export/${list}`);
      await rowsOf(list);
      const action = `${list.slice(0, -1)}_list.exported`;
      const { data } = await owner.app.auditLog.list.query({ action });
      expect(data).toContainEqual(
        expect.objectContaining({
          actor: expect.objectContaining({ is_me: true }),
          changes: [expect.objectContaining({ field: 'format', after: 'ndjson' })],
        }),
      );
    },
  );

  test('refuses a filter that could bring words into the audit log', async () => {
    const words = encodeURIComponent('Anna Zweig hat gekündigt');
    for (const filter of [`status=${words}`, 'status=%00', 'user_id=%00', 'assignment_id=%00']) {
      const answer = await ask('trainings.csv', `?${filter}`);
      expect([filter, answer.status]).toEqual([filter, 422]);
    }
    for (const list of ['members', 'assignments', 'deals']) {
      for (const name of ['status', 'outcome', 'role']) {
        const answer = await ask(`${list}.csv`, `?${name}=${words}`);
        expect([list, name, answer.status]).toEqual([list, name, 422]);
      }
    }
    const scored = await rowsOf('trainings', '?status=scored');
    expect(scored).toHaveLength(3);
  });

  test('of another team contains nothing of this one', async () => {
    const other = await makeTeam(api());
    const stranger = await makeSession(other, other.owner);
    const member_id = `?member_id=${member.memberId}`;
    expect(await rowsOf('assignments', member_id, stranger)).toEqual([]);
    expect(await rowsOf('trainings', `?user_id=${member.userId}`, stranger)).toEqual([]);
    expect(await rowsOf('members', '', stranger)).toHaveLength(1);
  });

  test('shows no other person while member detail is off: in members, trainings, assignments and deals', async () => {
    await team.set({ member_detail_enabled: false });
    const names = (await rowsOf('members')).map(({ name, email }) => name ?? email);
    expect(names.filter((name) => name !== null)).toHaveLength(1);
    const [deal] = await rowsOf('deals');
    expect(deal).not.toHaveProperty('owner_user_id');
    for (const list of ['trainings', 'assignments']) {
      expect(await codeOf(await ask(`${list}.csv`))).toBe('privacy_restricted');
    }
    const ofOne = await ask('deals.csv', `?owner_user_id=${member.userId}`);
    expect(await codeOf(ofOne)).toBe('privacy_restricted');
    const { data: started } = await owner.app.auditLog.list.query({ action: 'deal_list.exported' });
    expect(started.flatMap(({ changes }) => changes.map(({ field }) => field))).not.toContain(
      'owner_user_id',
    );
    await team.set({ member_detail_enabled: true });
  });
});
