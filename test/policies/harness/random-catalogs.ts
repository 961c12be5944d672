import fc from 'fast-check';
import type { TestApi } from '../../harness/api.ts';
import {
  insert,
  insertCatalogEntry,
  insertInvited,
  insertPolicy,
  insertTeamCatalogEntry,
} from '../../harness/rows.ts';
import { makeTeam } from '../../harness/team.ts';

export const dimensions = ['situation', 'personality', 'industry'] as const;
type Dimension = (typeof dimensions)[number];
const short: Record<Dimension, string> = { situation: 'sit', personality: 'per', industry: 'ind' };

/** A global catalog with German and English names, and two rules. */
export async function insertNamedCatalog(api: TestApi): Promise<void> {
  const named = (id: string, dimension: Dimension, de: string, en: string) =>
    insertCatalogEntry(api, id, dimension, { names: { de, en } });
  await named('sit_1', 'situation', 'Bedarfsklärung', 'Discovery');
  await named('sit_2', 'situation', 'Abschluss', 'Closing');
  await named('per_1', 'personality', 'Übervorsichtig', 'Overcautious');
  await named('per_2', 'personality', 'Geschäftsführer', 'Manager');
  await named('ind_1', 'industry', 'Großhandel', 'Wholesale');
  await named('ind_2', 'industry', 'Öl', 'Oil');
  await insertCatalogEntry(api, 'ind_3', 'industry', { archived_at: '2026-01-01T00:00:00Z' });
  const pair = { situation_id: 'sit_2', industry_id: 'ind_2', dimension: 'industry' };
  await insert(api, 'catalog_rule', { id: 'rul_pair', ...pair });
  const all = { situation_id: 'sit_2', personality_id: 'per_2', industry_id: 'ind_1' };
  await insert(api, 'catalog_rule', { id: 'rul_all', ...all, dimension: 'personality' });
}

const mostlyExisting = fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 2, 3, 4);

/** One team with random entries, rules and policies, and whom to ask about. */
export const arrangements = fc.record({
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
  requested: fc.array(
    fc.record({
      who: fc.constantFrom('active', 'invited', 'owner'),
      situation: mostlyExisting,
      personality: mostlyExisting,
      industry: mostlyExisting,
    }),
    { minLength: 8, maxLength: 8 },
  ),
});
export type Arranged = typeof arrangements extends fc.Arbitrary<infer A> ? A : never;

/** Makes the team. `ruleDimensions` are those that the problems of the rules name. */
export async function arrange(api: TestApi, input: Arranged) {
  const team = await makeTeam(api, { rateLimit: 100_000 });
  const { tenantId: tenant_id } = team;
  const own: Record<string, string> = {};
  for (const dimension of dimensions) {
    const archived_at = input.retired.includes(dimension) ? '2026-01-01T00:00:00Z' : null;
    own[dimension] = await insertTeamCatalogEntry(team, dimension, { archived_at });
  }
  for (const entry_id of input.hidden) await insert(api, 'catalog_hidden', { tenant_id, entry_id });
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
  for (const [i, rule] of input.rules.entries()) {
    const dimension = dimensions.find((one) => rule[one] !== null) ?? 'situation';
    const ids = dimensions.map((one) => [`${one}_id`, idOf(one, rule[one])] as const);
    const row = { tenant_id, id: `rul_own_${i}`, ...Object.fromEntries(ids), dimension };
    ruleDimensions.set(row.id, dimension);
    await api.sql.query(
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
  for (const { dimension, of, mode, entries } of input.policies) {
    const entry_ids = entries.map((n) => String(idOf(dimension, n)));
    const member = of === 'team' ? {} : { member_id: people[of as 'active'] };
    await insertPolicy(team, { dimension, mode: mode as 'allow', entry_ids, ...member });
  }
  const requested = input.requested.map(({ who, ...ids }) => ({
    member_id: people[who as 'active'],
    ...Object.fromEntries(dimensions.map((one) => [`${one}_id`, String(idOf(one, ids[one]))])),
  }));
  return { team, asked: requested, ruleDimensions };
}
