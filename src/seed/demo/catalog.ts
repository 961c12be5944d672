import { newId } from '../../db/ids.ts';
import { globalCatalog } from '../../features/catalog/global-catalog.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { daysBefore } from './calendar.ts';
import type { Random } from './random.ts';
import type { DemoMember, DemoTeam } from './team.ts';

const HIDDEN = 'ind_retail';
const BLOCKED_FOR_ALL = 'per_dominant';
/** New members begin with these, by a policy for them. */
const BEGINNER = {
  post: 'neukunden',
  situations: ['sit_cold_call', 'sit_discovery', 'sit_objections'],
};

export type Combination = { situation_id: string; personality_id: string; industry_id: string };

export async function createDemoCatalog(
  { prisma, now }: PrismaCall,
  { tenantId, members }: DemoTeam,
): Promise<void> {
  await prisma.catalogHidden.create({ data: { tenant_id: tenantId, entry_id: HIDDEN } });
  await prisma.teamCatalogEntry.create({
    data: {
      tenant_id: tenantId,
      id: newId('cat', daysBefore(now, 200)),
      dimension: 'situation',
      names: { de: 'Gespräch am eigenen Messestand', en: 'Talk at our own trade fair stand' },
      icon: 'tent',
      sort_key: 100,
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
    id: newId('pol', daysBefore(now, 120)),
    member_id: member?.memberId ?? null,
    dimension,
    mode,
    entry_ids: ids,
    created_at: daysBefore(now, 120),
  });
  const policies = [
    policy(undefined, 'personality', 'block', [BLOCKED_FOR_ALL]),
    policy(beginner, 'situation', 'allow', BEGINNER.situations),
  ];
  await prisma.policy.createMany({ data: policies });
}

/** A combination that exists, is visible, obeys the rules and is allowed by the member's policy. */
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

export function germanName(id: string): string {
  return globalCatalog.find((entry) => entry.id === id)?.de ?? id;
}
