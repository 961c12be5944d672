import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import {
  insert,
  insertCatalogEntry,
  insertInvited,
  insertPolicy,
  insertTeamCatalogEntry,
} from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const dimensions = ['situation', 'personality', 'industry'] as const;
type Dimension = (typeof dimensions)[number];
const short: Record<Dimension, string> = { situation: 'sit', personality: 'per', industry: 'ind' };

beforeAll(async () => {
  const named = (id: string, dimension: Dimension, de: string, en: string) =>
    insertCatalogEntry(api(), id, dimension, { names: { de, en } });
  await named('sit_1', 'situation', 'Bedarfsklärung', 'Discovery');
  await named('sit_2', 'situation', 'Abschluss', 'Closing');
  await named('per_1', 'personality', 'Übervorsichtig', 'Overcautious');
  await named('per_2', 'personality', 'Geschäftsführer', 'Manager');
  await named('ind_1', 'industry', 'Großhandel', 'Wholesale');
  await named('ind_2', 'industry', 'Öl', 'Oil');
  await insertCatalogEntry(api(), 'ind_3', 'industry', { archived_at: '2026-01-01T00:00:00Z' });
  const pair = { situation_id: 'sit_2', industry_id: 'ind_2', dimension: 'industry' };
  await insert(api(), 'catalog_rule', { id: 'rul_pair', ...pair });
  const all = { situation_id: 'sit_2', personality_id: 'per_2', industry_id: 'ind_1' };
  await insert(api(), 'catalog_rule', { id: 'rul_all', ...all, dimension: 'personality' });
});

type Asked = { situation_id: string; personality_id: string; industry_id: string };

const plain: Asked = { situation_id: 'sit_1', personality_id: 'per_1', industry_id: 'ind_1' };

/** What the public API answers, as far as the explanation tells it. */
async function refusalOf(team: TestTeam, body: object): Promise<unknown[]> {
  const { status, body: problem } = await team.request('POST', '/assignments', {
    body: { title: 'A task', ...body },
  });
  return status === 201 ? [] : [problem.code, problem.dimension, problem.id];
}

type Reason = Awaited<ReturnType<Browser['app']['policies']['explain']['query']>>['reasons'][0];

/** What the first reason promises of that answer. */
function promisedBy(reason: Reason | undefined, ruleDimensions: Map<string, string>): unknown[] {
  if (!reason) return [];
  if (reason.why === 'policy') return [reason.code, undefined, undefined];
  if (reason.rule) return [reason.code, ruleDimensions.get(reason.rule.id), undefined];
  const [entry] = reason.entries;
  return [reason.code, entry?.dimension, entry?.id];
}

const mostlyKnown = fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 2, 3, 4);

/** One team with random entries, rules and policies, and whom to ask about. */
const arranged = fc.record({
  hidden: fc.subarray(['sit_1', 'sit_2', 'per_1', 'per_2', 'ind_1', 'ind_2'], { maxLength: 2 }),
  retired: fc.subarray([...dimensions]),
  rules: fc.array(
    fc
      .record({
        situation: fc.option(fc.nat(2)),
        personality: fc.option(fc.nat(2)),
        industry: fc.option(fc.nat(2)),
      })
      .filter((rule) => Object.values(rule).filter((n) => n !== null).length >= 2),
    { maxLength: 3 },
  ),
  policies: fc.uniqueArray(
    fc.record({
      dimension: fc.constantFrom(...dimensions),
      of: fc.constantFrom('team', 'active', 'invited'),
      mode: fc.constantFrom('allow', 'block'),
      entries: fc.subarray([0, 1, 2]),
    }),
    { maxLength: 4, selector: ({ dimension, of }) => `${dimension} ${of}` },
  ),
  asked: fc.array(
    fc.record({
      who: fc.constantFrom('active', 'invited', 'owner'),
      situation: mostlyKnown,
      personality: mostlyKnown,
      industry: mostlyKnown,
    }),
    { minLength: 8, maxLength: 8 },
  ),
});
type Arranged = typeof arranged extends fc.Arbitrary<infer A> ? A : never;

async function arrange(given: Arranged) {
  const team = await makeTeam(api(), { rateLimit: 100_000 });
  const { tenantId: tenant_id } = team;
  const own: Record<string, string> = {};
  for (const dimension of dimensions) {
    const archived_at = given.retired.includes(dimension) ? '2026-01-01T00:00:00Z' : null;
    own[dimension] = await insertTeamCatalogEntry(team, dimension, { archived_at });
  }
  for (const entry_id of given.hidden)
    await insert(api(), 'catalog_hidden', { tenant_id, entry_id });
  const idOf = (dimension: Dimension, n: number | null) => {
    if (n === null) return null;
    const global = `${short[dimension]}_${n + 1}`;
    const foreign = dimension === 'industry' ? 'sit_1' : 'ind_1';
    return n === 2 ? own[dimension] : n < 2 ? global : n === 3 ? foreign : 'none_🤝';
  };
  const ruleDimensions = new Map([
    ['rul_pair', 'industry'],
    ['rul_all', 'personality'],
  ]);
  for (const [i, rule] of given.rules.entries()) {
    const dimension = dimensions.find((one) => rule[one] !== null) ?? 'situation';
    const ids = dimensions.map((one) => [`${one}_id`, idOf(one, rule[one])] as const);
    const row = { tenant_id, id: `rul_own_${i}`, ...Object.fromEntries(ids), dimension };
    ruleDimensions.set(row.id, dimension);
    await api().sql.query(
      `insert into team_catalog_rule (tenant_id, id, situation_id, personality_id, industry_id,
         dimension, created_at)
       select tenant_id, id, situation_id, personality_id, industry_id, dimension, now()
       from jsonb_populate_record(null::team_catalog_rule, $1) on conflict do nothing`,
      [JSON.stringify(row)],
    );
  }
  const people = {
    owner: team.owner.memberId,
    active: (await team.addMember()).memberId,
    invited: await insertInvited(team),
  };
  for (const { dimension, of, mode, entries } of given.policies) {
    const entry_ids = entries.map((n) => String(idOf(dimension, n)));
    const member = of === 'team' ? {} : { member_id: people[of as 'active'] };
    await insertPolicy(team, { dimension, mode: mode as 'allow', entry_ids, ...member });
  }
  const asked = given.asked.map(({ who, ...ids }) => ({
    member_id: people[who as 'active'],
    ...Object.fromEntries(dimensions.map((one) => [`${one}_id`, String(idOf(one, ids[one]))])),
  }));
  return { team, asked, ruleDimensions };
}

test('policies.explain tells what POST /assignments answers, whatever the catalog, rules and policies', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arranged, async (given) => {
      const { team, asked, ruleDimensions } = await arrange(given);
      const { app } = await makeSession(team, team.owner);
      for (const one of asked) {
        const { allowed, reasons } = await app.policies.explain.query(one);
        const answer = await refusalOf(team, one);
        expect(promisedBy(reasons[0], ruleDimensions)).toEqual(answer);
        expect(allowed).toBe(answer.length === 0);
        seen.add(reasons[0]?.why ?? 'allowed');
      }
    }),
    { numRuns: 25 },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['allowed', 'not_released', 'policy', 'rule', 'unknown']),
  );
});

describe('a reason names what refuses', () => {
  async function explain(
    team: TestTeam,
    asked: Partial<Asked>,
    memberId?: string,
    language = 'de',
  ) {
    const browser = await makeSession(team, team.owner);
    browser.headers = { 'accept-language': language };
    const member_id = memberId ?? null;
    return browser.app.policies.explain.query({ member_id, ...asked });
  }

  test.each([
    [
      { situation_id: 'gibt es nicht' },
      'unknown',
      'Der Katalog des Teams hat keine Situation „gibt es nicht“.',
      "The team's catalog has no situation “gibt es nicht”.",
    ],
    [
      { situation_id: 'ind_1' },
      'unknown',
      'Der Katalog des Teams hat keine Situation „Großhandel“.',
      "The team's catalog has no situation “Wholesale”.",
    ],
    [
      { personality_id: 'per_2' },
      'not_released',
      '„Geschäftsführer“ ist für das Team nicht freigegeben.',
      '“Manager” is not released for the team.',
    ],
    [
      { industry_id: 'ind_3' },
      'discontinued',
      '„ind_3 (de)“ gehört nicht mehr zum Katalog.',
      '“ind_3 (en)” is no longer in the catalog.',
    ],
    [
      { situation_id: 'sit_2', industry_id: 'ind_2' },
      'rule',
      'Eine Regel des Katalogs schließt „Abschluss“ zusammen mit „Öl“ aus.',
      'A rule of the catalog excludes “Closing” together with “Oil”.',
    ],
    [
      { situation_id: 'sit_1', personality_id: 'per_1' },
      'rule',
      'Eine Regel des Teams schließt „Bedarfsklärung“ zusammen mit „Übervorsichtig“ aus.',
      'A rule of the team excludes “Discovery” together with “Overcautious”.',
    ],
  ] as const)('%j: %s', async (asked, why, de, en) => {
    const team = await makeTeam(api());
    const { tenantId: tenant_id } = team;
    await insert(api(), 'catalog_hidden', { tenant_id, entry_id: 'per_2' });
    await insert(api(), 'team_catalog_rule', {
      ...{ tenant_id, id: 'rul_own', situation_id: 'sit_1', personality_id: 'per_1' },
      ...{ dimension: 'situation', created_at: api().clock.now() },
    });
    const german = await explain(team, asked);
    expect(german.reasons).toMatchObject([{ why, text: de, code: 'kombination_ungueltig' }]);
    const english = await explain(team, asked, undefined, 'en');
    expect(english.reasons).toMatchObject([{ why, text: en }]);
  });

  test('a policy, whose it is and whether it blocks or does not allow', async () => {
    const team = await makeTeam(api());
    const { memberId } = await team.addMember();
    await insertPolicy(team, { dimension: 'situation', mode: 'block', entry_ids: ['sit_1'] });
    const own = { member_id: memberId, mode: 'allow' as const, entry_ids: ['ind_2'] };
    await insertPolicy(team, { dimension: 'industry', ...own });
    const { allowed, reasons } = await explain(team, plain, memberId);
    expect(allowed).toBe(false);
    expect(reasons).toMatchObject([
      {
        policy: { of: 'team', mode: 'block' },
        entries: [{ id: 'sit_1', dimension: 'situation', name: 'Bedarfsklärung' }],
        text: 'Die Vorgabe des Teams sperrt „Bedarfsklärung“.',
      },
      {
        policy: { of: 'member', mode: 'allow' },
        text: 'Die Vorgabe für dieses Mitglied lässt „Großhandel“ nicht zu.',
      },
    ]);
    const english = await explain(team, plain, memberId, 'en');
    expect(english.reasons.map(({ text }) => text)).toEqual([
      'The policy of the team blocks “Discovery”.',
      'The policy for this member does not allow “Wholesale”.',
    ]);
    expect((await explain(team, { industry_id: 'ind_1' })).allowed).toBe(true);
  });

  test('what is not chosen yet refuses nothing, and a rule counts once all that it names is chosen', async () => {
    const team = await makeTeam(api());
    expect(await explain(team, {})).toEqual({ allowed: true, reasons: [] });
    expect((await explain(team, { situation_id: 'sit_2' })).allowed).toBe(true);
    expect((await explain(team, { situation_id: 'sit_2', industry_id: 'ind_2' })).allowed).toBe(
      false,
    );
  });

  test('a recipient who is unknown, removed or of another team is not found, as in POST /assignments', async () => {
    const team = await makeTeam(api());
    const removed = await team.addMember();
    const owner = await makeSession(team, team.owner);
    await owner.app.members.remove.mutate({ member_id: removed.memberId });
    for (const id of ['nobody', removed.memberId, (await makeTeam(api())).owner.memberId]) {
      expect(await codeOf(explain(team, plain, id))).toBe('not_found');
      expect((await refusalOf(team, { ...plain, member_id: id }))[0]).toBe('not_found');
    }
  });
});
