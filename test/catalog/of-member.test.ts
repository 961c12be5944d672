import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { errorOf, makePerson, makeSession } from '../harness/app.ts';
import { runs } from '../harness/rounds.ts';
import {
  insert,
  insertCatalogEntry,
  insertInvited,
  insertPolicy,
  insertRemoved,
  insertTeamCatalogEntry,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const dimensions = ['situation', 'personality', 'industry'] as const;
type Dimension = (typeof dimensions)[number];
type Rule = Record<`${Dimension}_id`, string | null>;
type Shown = Record<Dimension, { id: string; name: string }[]> & { rules?: Rule[] };

const entries: Record<Dimension, string[]> = {
  situation: ['sit_1', 'sit_2', 'sit_3'],
  personality: ['per_1', 'per_2', 'per_3'],
  industry: ['ind_1', 'ind_2', 'ind_3'],
};
const ids = Object.values(entries).flat();

beforeAll(async () => {
  for (const dimension of dimensions) {
    for (const id of entries[dimension]) await insertCatalogEntry(api(), id, dimension);
  }
  const closed = { situation_id: 'sit_3', personality_id: 'per_3', dimension: 'personality' };
  await insert(api(), 'catalog_rule', { id: 'rul_all', ...closed });
});

async function read(team: TestTeam, memberId: string): Promise<Shown> {
  const { status, body } = await team.request('GET', `/catalog?member_id=${memberId}`);
  expect(status).toBe(200);
  return body as unknown as Shown;
}

const allow = (dimension: Dimension, ...entry_ids: string[]) =>
  ({ dimension, mode: 'allow', entry_ids }) as const;
const idsOf = (shown: Shown, dimension: Dimension) => shown[dimension].map(({ id }) => id);

/** How a program decides what the catalog offers, following the reference. */
function isOffered(shown: Shown, requested: Rule): boolean {
  const isExcluded = (rule: Rule) =>
    dimensions.every((one) => [null, requested[`${one}_id`]].includes(rule[`${one}_id`]));
  return (
    dimensions.every((one) => idsOf(shown, one).includes(requested[`${one}_id`] ?? '')) &&
    !shown.rules?.some(isExcluded)
  );
}

const policies = fc.uniqueArray(
  fc.record({
    dimension: fc.constantFrom(...dimensions),
    mode: fc.constantFrom('allow' as const, 'block' as const),
    entry_ids: fc.subarray(ids),
  }),
  { selector: ({ dimension }) => dimension },
);
const oneOf = (dimension: Dimension) => fc.option(fc.constantFrom(...entries[dimension]));
const rule = fc
  .record({
    situation_id: oneOf('situation'),
    personality_id: oneOf('personality'),
    industry_id: oneOf('industry'),
  })
  // A rule names at least two entries.
  .filter((one) => Object.values(one).filter((id) => id !== null).length >= 2);
const world = fc.record({
  ofTeam: policies,
  ofMember: policies,
  rules: fc.uniqueArray(rule, { maxLength: 4, selector: (one) => JSON.stringify(one) }),
  hidden: fc.subarray(ids, { maxLength: 2 }),
  who: fc.constantFrom('active' as const, 'invited' as const),
});

async function build(drawn: typeof world extends fc.Arbitrary<infer T> ? T : never) {
  const team = await makeTeam(api(), { rateLimit: 1_000_000 });
  const member =
    drawn.who === 'active' ? (await team.addMember()).memberId : await insertInvited(team);
  for (const policy of drawn.ofTeam) await insertPolicy(team, policy);
  for (const policy of drawn.ofMember) await insertPolicy(team, { ...policy, member_id: member });
  for (const [n, one] of drawn.rules.entries()) {
    const last = dimensions.findLast((dimension) => one[`${dimension}_id`] !== null);
    const row = { tenant_id: team.tenantId, id: `rul_${n}`, ...one, dimension: last };
    await insert(api(), 'team_catalog_rule', { ...row, created_at: api().clock.now() });
  }
  for (const entry_id of drawn.hidden) {
    await insert(api(), 'catalog_hidden', { tenant_id: team.tenantId, entry_id });
  }
  return { team, member };
}

test("P557: POST /assignments accepts exactly the combinations that the member's catalog offers", {}, async () => {
  const property = fc.asyncProperty(world, async (drawn) => {
    const { team, member } = await build(drawn);
    const shown = await read(team, member);
    for (const situation_id of entries.situation) {
      for (const personality_id of entries.personality) {
        for (const industry_id of entries.industry) {
          // A new window of the key's rate limit begins.
          api().clock.travel(600);
          const requested = { situation_id, personality_id, industry_id };
          const body = { member_id: member, title: 'A task', ...requested };
          const { status, body: made } = await team.request('POST', '/assignments', { body });
          const offered = isOffered(shown, requested);
          expect([requested, status === 201]).toEqual([requested, offered]);
          if (!offered) expect(['vorgabe_gesperrt', 'kombination_ungueltig']).toContain(made.code);
        }
      }
    }
  });
  await fc.assert(property, { numRuns: runs({ few: 2, all: 30 }), endOnFailure: true });
});

test("D126: a member's policy replaces the team's; an invited member has the team's", async () => {
  const team = await makeTeam(api());
  const { memberId } = await team.addMember();
  const invited = await insertInvited(team);
  await insertPolicy(team, allow('situation', 'sit_1'));
  for (const member_id of [memberId, invited]) {
    await insertPolicy(team, { ...allow('situation', 'sit_2'), member_id });
  }
  const situations = async (member: string) => idsOf(await read(team, member), 'situation');
  expect(await situations(memberId)).toEqual(['sit_2']);
  expect(await situations(invited)).toEqual(['sit_1']);
  expect(await situations(team.owner.memberId)).toEqual(['sit_1']);
});

test('P557: rules come only with member_id, each once, and none about an entry that is not offered', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  const { memberId } = await team.addMember();
  const own = await insertTeamCatalogEntry(team, 'industry');
  const add = (owner: TestTeam, id: string, named: Partial<Rule>, dimension: Dimension) =>
    insert(api(), 'team_catalog_rule', {
      tenant_id: owner.tenantId,
      id,
      dimension,
      created_at: api().clock.now(),
      ...named,
    });
  await add(team, 'rul_own', { situation_id: 'sit_1', industry_id: own }, 'industry');
  await add(team, 'rul_again', { situation_id: 'sit_3', personality_id: 'per_3' }, 'situation');
  await add(other, 'rul_theirs', { situation_id: 'sit_2', industry_id: 'ind_2' }, 'industry');
  const both = [
    { situation_id: 'sit_1', personality_id: null, industry_id: own },
    { situation_id: 'sit_3', personality_id: 'per_3', industry_id: null },
  ];
  expect((await read(team, memberId)).rules).toEqual(both);
  expect((await team.request('GET', '/catalog')).body).not.toHaveProperty('rules');
  await insertPolicy(team, { ...allow('personality', 'per_1', 'per_2'), member_id: memberId });
  expect((await read(team, memberId)).rules).toEqual(both.slice(0, 1));
});

test('D122: an unknown, foreign or removed member is 404; a malformed id is 422 before it', async () => {
  const team = await makeTeam(api(), { memberDetail: false, scopes: ['catalog:read'] });
  const other = await makeTeam(api());
  const { memberId: foreign } = await other.addMember();
  const removed = await insertRemoved(team);
  for (const id of ['mem_nobody', foreign, removed]) {
    const { status, body } = await team.request('GET', `/catalog?member_id=${id}`);
    expect([id, status, body.code]).toEqual([id, 404, 'not_found']);
  }
  const { status, body } = await team.request('GET', `/catalog?member_id=${'m'.repeat(101)}`);
  expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/member_id']);
  // An empty value counts as absent (D16).
  expect((await team.request('GET', '/catalog?member_id=')).body).not.toHaveProperty('rules');
  const stranger = await makeTeam(api(), { scopes: ['assignments:write'] });
  const refused = await stranger.request('GET', '/catalog?member_id=mem_nobody');
  expect(refused.body.required_scope).toBe('catalog:read');
  const { memberId } = await team.addMember();
  const { headers } = await team.request('GET', `/catalog?member_id=${memberId}`, {
    headers: { 'accept-language': 'en' },
  });
  expect(headers['content-language']).toBe('en');
});

test('in the app, members read only their own catalog, and admins that of everybody', async () => {
  const team = await makeTeam(api());
  const [member, other, admin] = [
    await makePerson(team, { role: 'member' }),
    await makePerson(team, { role: 'member' }),
    await makePerson(team, { role: 'admin' }),
  ];
  const { app } = await makeSession(team, member);
  const situations = async (client: typeof app, member_id: string) =>
    (await client.catalog.get.query({ member_id })).situation.length;
  expect(await situations(app, member.memberId)).toBe(3);
  expect((await errorOf(app.catalog.get.query({ member_id: other.memberId }))).code).toBe(
    'not_found',
  );
  const session = await makeSession(team, admin);
  expect(await situations(session.app, other.memberId)).toBe(3);
});
