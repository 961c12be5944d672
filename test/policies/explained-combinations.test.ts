import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { runs } from '../harness/rounds.ts';
import { insert, insertPolicy } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import {
  type Arranged,
  arrange,
  arrangements,
  dimensions,
  insertNamedCatalog,
} from './harness/random-catalogs.ts';

const api = useApi();

beforeAll(() => insertNamedCatalog(api()));

type Combination = { situation_id: string; personality_id: string; industry_id: string };

const plain: Combination = { situation_id: 'sit_1', personality_id: 'per_1', industry_id: 'ind_1' };

type Choice = Arranged['requested'][0]['situation'];
const requested = (situation: Choice, personality: Choice, industry: Choice) => ({
  who: 'owner' as const,
  situation,
  personality,
  industry,
});
/** Has every outcome. Random teams have few of them. The first member can choose an entry of each kind. */
const everyOutcome: Arranged = {
  hidden: ['per_2'],
  retired: [],
  rules: [],
  policies: [{ dimension: 'industry', of: 'team', mode: 'block', entries: [0] }],
  requested: [
    requested(1, 0, 0),
    requested(0, 0, 1),
    requested(1, 0, 1),
    requested(0, 1, 1),
    requested(4, 0, 1),
  ],
};

/** The part of the public API's answer that the explanation also gives. */
async function refusalOf(team: TestTeam, body: object): Promise<unknown[]> {
  const { status, body: problem } = await team.request('POST', '/assignments', {
    body: { title: 'A task', ...body },
  });
  return status === 201 ? [] : [problem.code, problem.dimension, problem.id];
}

type Reason = Awaited<
  ReturnType<Browser['app']['policies']['getExplanation']['query']>
>['reasons'][0];

/** The answer that the first reason predicts. */
function promisedBy(reason: Reason | undefined, ruleDimensions: Map<string, string>): unknown[] {
  if (!reason) return [];
  if (reason.why === 'policy') return [reason.code, undefined, undefined];
  if (reason.rule) return [reason.code, ruleDimensions.get(reason.rule.id), undefined];
  const [entry] = reason.entries;
  return [reason.code, entry?.dimension, entry?.id];
}

test('policies.getExplanation predicts the answer of POST /assignments, whatever the catalog, rules and policies', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arrangements, async (input) => {
      const { team, asked: requested, ruleDimensions } = await arrange(api(), input);
      const { app } = await makeSession(team, team.owner);
      for (const one of requested) {
        const { allowed, reasons } = await app.policies.getExplanation.query(one);
        const answer = await refusalOf(team, one);
        expect(promisedBy(reasons[0], ruleDimensions)).toEqual(answer);
        expect(allowed).toBe(answer.length === 0);
        seen.add(reasons[0]?.why ?? 'allowed');
      }
    }),
    { numRuns: runs({ few: 8, all: 25 }), examples: [[everyOutcome]] },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['allowed', 'not_released', 'policy', 'rule', 'unknown']),
  );
});

test('policies.options says the same of each released entry as policies.getExplanation', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arrangements, async (input) => {
      const { team, asked: requested } = await arrange(api(), input);
      const { app } = await makeSession(team, team.owner);
      const chosen = { ...requested[0], industry_id: null };
      const options = await app.policies.options.query(chosen);
      for (const dimension of dimensions) {
        for (const { id, blocked } of options[dimension]) {
          const with_it = { ...chosen, [`${dimension}_id`]: id };
          const { reasons } = await app.policies.getExplanation.query(with_it);
          const about = reasons.find(({ entries }) =>
            entries.some((entry) => entry.id === id && entry.dimension === dimension),
          );
          expect(blocked).toEqual(about ?? null);
          seen.add(blocked?.why ?? 'allowed');
        }
      }
      const all = (await app.catalog.entries.query({})).filter(({ released }) => released);
      const listed = dimensions.flatMap((dimension) => options[dimension].map(({ id }) => id));
      expect(listed).toEqual(all.map(({ id }) => id));
    }),
    { numRuns: runs({ few: 5, all: 15 }), examples: [[everyOutcome]] },
  );
  expect([...seen].sort()).toEqual(['allowed', 'policy', 'rule']);
});

describe('a reason names what refuses', () => {
  async function explain(
    team: TestTeam,
    requested: Partial<Combination>,
    memberId?: string,
    language = 'de',
  ) {
    const browser = await makeSession(team, team.owner);
    browser.headers = { 'accept-language': language };
    const member_id = memberId ?? null;
    return browser.app.policies.getExplanation.query({ member_id, ...requested });
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
  ] as const)('%j: %s', async (requested, why, de, en) => {
    const team = await makeTeam(api());
    const { tenantId: tenant_id } = team;
    await insert(api(), 'catalog_hidden', { tenant_id, entry_id: 'per_2' });
    await insert(api(), 'team_catalog_rule', {
      tenant_id,
      id: 'rul_own',
      situation_id: 'sit_1',
      personality_id: 'per_1',
      dimension: 'situation',
      created_at: api().clock.now(),
    });
    const german = await explain(team, requested);
    expect(german.reasons).toMatchObject([{ why, text: de, code: 'kombination_ungueltig' }]);
    const english = await explain(team, requested, undefined, 'en');
    expect(english.reasons).toMatchObject([{ why, text: en }]);
  });

  test('a policy, with its owner and its mode', async () => {
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

  test('a field without a choice refuses nothing, and a rule applies once all its fields are chosen', async () => {
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
