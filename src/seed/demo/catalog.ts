import { newId } from '../../db/ids.ts';
import { globalCatalog } from '../../features/catalog/global-catalog.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { atWork } from './calendar.ts';
import type { Random } from './random.ts';
import type { DemoMember, DemoTeam } from './team.ts';

export const HIDDEN = 'ind_retail';
export const BLOCKED_FOR_ALL = 'per_dominant';
/** The policies of new members allow only these entries. */
export const BEGINNER = {
  post: 'neukunden',
  // With the examples of the guides, which people try with the first member of a list.
  situations: ['sit_cold_call', 'sit_discovery', 'sit_objections', 'sit_price_talk'],
};

export type Combination = { situation_id: string; personality_id: string; industry_id: string };

export type DemoCatalog = {
  entries: (OwnEntry & { id: string; at: Date; archivedAt: Date | null })[];
  rule: { id: string; at: Date; entries: { situation_id: string; personality_id: string } };
};
type OwnEntry = { dimension: string; names: { de: string; en: string }; icon: string };

/** The team's own entries. `added` and `withdrawn` are in days before now. */
const own: readonly [OwnEntry, added: number, withdrawn?: number][] = [
  [
    {
      dimension: 'situation',
      names: { de: 'Gespräch am eigenen Messestand', en: 'Talk at our own trade fair stand' },
      icon: 'tent',
    },
    200,
  ],
  [
    {
      dimension: 'personality',
      names: { de: 'Werksleitung, technisch versiert', en: 'Plant manager with technical depth' },
      icon: 'factory',
    },
    160,
  ],
  [
    {
      dimension: 'situation',
      names: { de: 'Ablösung der alten Baureihe', en: 'Replacing the former product line' },
      icon: 'archive',
    },
    310,
    90,
  ],
];
const RULE_DAYS = 150;

export async function createDemoCatalog(
  { prisma, now }: PrismaCall,
  { tenantId, members }: DemoTeam,
): Promise<DemoCatalog> {
  await prisma.catalogHidden.create({ data: { tenant_id: tenantId, entry_id: HIDDEN } });
  const entries = own.map(([entry, added, withdrawn]) => {
    const at = atWork(now, added);
    const archivedAt = withdrawn === undefined ? null : atWork(now, withdrawn);
    return { ...entry, id: newId('cat', at), at, archivedAt };
  });
  await prisma.teamCatalogEntry.createMany({
    data: entries.map(({ id, dimension, names, icon, archivedAt }, n) => ({
      tenant_id: tenantId,
      id,
      dimension,
      names,
      icon,
      sort_key: 100 + n,
      archived_at: archivedAt,
    })),
  });
  const at = atWork(now, RULE_DAYS);
  const named = { situation_id: entries[0]?.id ?? '', personality_id: 'per_gatekeeper' };
  const rule = { id: newId('rul', at), at, entries: named };
  await prisma.teamCatalogRule.create({
    data: {
      tenant_id: tenantId,
      id: rule.id,
      ...named,
      dimension: 'personality',
      created_at: at,
    },
  });
  const beginner = members.find(({ post }) => post === BEGINNER.post);
  const policy = (
    member: DemoMember | undefined,
    dimension: string,
    mode: string,
    ids: string[],
  ) => ({
    tenant_id: tenantId,
    id: newId('pol', atWork(now, 120)),
    member_id: member?.memberId ?? null,
    dimension,
    mode,
    entry_ids: ids,
    created_at: atWork(now, 120),
  });
  const policies = [
    policy(undefined, 'personality', 'block', [BLOCKED_FOR_ALL]),
    policy(beginner, 'situation', 'allow', BEGINNER.situations),
  ];
  await prisma.policy.createMany({ data: policies });
  return { entries, rule };
}

/** A combination that exists, is visible, follows the rules, and that the member's policy allows. */
export function combinationFor(member: DemoMember, random: Random): Combination {
  const situation_id = pick('situation', random, (id) => {
    return member.post !== BEGINNER.post || BEGINNER.situations.includes(id);
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
  const entries = globalCatalog.filter(
    (entry) => entry.dimension === dimension && allowed(entry.id),
  );
  const [first, ...rest] = entries;
  if (!first) throw new Error(`Nothing of the catalog's ${dimension} is allowed`);
  return random.pick([first, ...rest]).id;
}
