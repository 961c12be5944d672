import { newId } from '../../db/ids.ts';
import { globalCatalog } from '../../features/catalog/global-catalog.ts';
import type { Random } from './random.ts';
import { table } from './table.ts';
import { type DemoTeam, memberOf } from './team.ts';
import type { Rows } from './write-rows.ts';
import { happened } from './year.ts';

const HIDDEN = 'ind_retail';
const BLOCKED_FOR_ALL = 'per_dominant';
/** The policies of new members allow only these entries. */
const BEGINNER = {
  post: 'neukunden',
  // With the examples of the guides, which people try with the first member of a list.
  situations: ['sit_cold_call', 'sit_discovery', 'sit_objections', 'sit_price_talk'],
};

export type Combination = { situation_id: string; personality_id: string; industry_id: string };

/** The team's own entries. One was withdrawn. */
const own = table(
  ['name', 'dimension', 'icon', 'de', 'en'],
  `
stand      | situation   | tent    | Gespräch am eigenen Messestand | Talk at our own trade fair stand
plant      | personality | factory | Werksleitung, technisch versiert | Plant manager with technical depth
succession | situation   | archive | Ablösung der alten Baureihe | Replacing the former product line
`,
);

export type DemoCatalog = ReturnType<typeof planCatalog>;

/** The team's own entries and rule, and the policies. */
export function planCatalog(team: DemoTeam, now: Date) {
  const entries = own.map(({ name, dimension, icon, de, en }, n) => {
    const id = newId('cat', happened('catalog_entry.added', name, now).at);
    const isWithdrawn = name === 'succession';
    const archived_at = isWithdrawn ? happened('catalog_entry.withdrawn', name, now).at : null;
    return { name, id, dimension, names: { de, en }, icon, sort_key: 100 + n, archived_at };
  });
  const situation_id = entries.find(({ name }) => name === 'stand')?.id ?? '';
  const created_at = happened('catalog_rule.added', 'rule', now).at;
  const named = { situation_id, personality_id: 'per_gatekeeper' };
  const rule = { id: newId('rul', created_at), ...named, dimension: 'personality', created_at };
  const policy = (to: string, dimension: string, mode: string, entry_ids: string[]) => {
    const { at } = happened('policy.changed', to, now);
    const member_id = to === 'team' ? null : memberOf(team, to).memberId;
    return { id: newId('pol', at), member_id, dimension, mode, entry_ids, created_at: at };
  };
  const rows: Rows = {
    catalogHidden: [{ entry_id: HIDDEN }],
    teamCatalogEntry: entries.map(({ name: _, ...entry }) => entry),
    teamCatalogRule: [rule],
    policy: [
      policy('team', 'personality', 'block', [BLOCKED_FOR_ALL]),
      policy(BEGINNER.post, 'situation', 'allow', BEGINNER.situations),
    ],
  };
  return { rows, entries, rule: { id: rule.id, entries: named } };
}

/** A combination that exists, is visible, follows the rules, and that the member's policy allows. */
export function combinationFor({ post }: { post: string }, random: Random): Combination {
  const situation_id = pick('situation', random, (id) => {
    return post !== BEGINNER.post || BEGINNER.situations.includes(id);
  });
  const early = situation_id === 'sit_cold_call' || situation_id === 'sit_discovery';
  return {
    situation_id,
    personality_id: pick('personality', random, (id) => {
      return id !== BLOCKED_FOR_ALL && (early || id !== 'per_gatekeeper');
    }),
    industry_id: pick('industry', random, (id) => id !== HIDDEN && id !== 'ind_energy'),
  };
}

export function pick(
  dimension: string,
  random: Random,
  allowed: (id: string) => boolean = () => true,
): string {
  const entries = globalCatalog.filter((one) => one.dimension === dimension && allowed(one.id));
  return random.pick(entries).id;
}
