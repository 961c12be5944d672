import type { Prisma } from '../../db/generated/client.ts';
import { newId } from '../../db/ids.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { dayOf, daysBefore } from './calendar.ts';
import { dealTitles, lostReasons, objections } from './crm-texts.ts';
import type { Random } from './random.ts';
import type { DemoTeam } from './team.ts';

const CONNECTION = 'con_demo';
const openStages = ['qualifiziert', 'bedarf', 'angebot', 'verhandlung'] as const;
const chances = [15, 35, 55, 80] as const;

type Deals = Prisma.CrmDealCreateManyInput[];
type Objections = Prisma.CrmObjectionCreateManyInput[];

/** Won, lost and open deals, and the objections of customers. */
export function crmRows(
  team: DemoTeam,
  random: Random,
  now: Date,
): { deals: Deals; said: Objections } {
  const deals = dealTitles.map(([title, industry], at) => {
    return dealRow(team, { title, industry, at }, random, now);
  });
  const said = objections.map(([lang, category, text], at) => {
    const deal = deals[(at * 5) % deals.length];
    const createdAt = new Date(
      (deal?.created_at ?? now).getTime() + random.whole(24, 200) * HOUR_MS,
    );
    return {
      tenant_id: team.tenantId,
      id: newId('obj', createdAt),
      deal_id: deal?.id ?? '',
      category,
      text,
      lang,
      created_at: createdAt,
    };
  });
  return { deals, said };
}

type Plan = { title: string; industry: string | null; at: number };

function dealRow(
  { tenantId, members }: DemoTeam,
  { title, industry, at }: Plan,
  random: Random,
  now: Date,
) {
  const sellers = members.filter(({ status, role }) => status === 'active' && role !== 'owner');
  const createdAt = daysBefore(now, 330 - at * 11);
  const outcome = at >= dealTitles.length - 11 ? 'open' : random.chance(0.55) ? 'won' : 'lost';
  const step = random.whole(0, 3);
  const open = outcome === 'open';
  const endsAt = open
    ? daysBefore(now, -random.whole(10, 90))
    : daysBefore(createdAt, -random.whole(18, 80));
  return {
    tenant_id: tenantId,
    id: newId('deal', createdAt),
    connection_id: CONNECTION,
    external_id: `D-${1000 + at}`,
    outcome,
    title,
    amount: `${random.whole(18, 940) * 100}.${random.chance(0.3) ? '50' : '00'}`,
    currency: random.chance(0.9) ? 'EUR' : 'CHF',
    close_date: dayOf(endsAt),
    probability: open ? (chances[step] ?? 50) : outcome === 'won' ? 100 : 0,
    pipeline_id: 'neugeschaeft',
    stage_id: open ? (openStages[step] ?? null) : outcome === 'won' ? 'gewonnen' : 'verloren',
    industry_id: industry,
    lost_reason: outcome === 'lost' ? random.pick(lostReasons) : null,
    owner_user_id: sellers[at % sellers.length]?.userId ?? null,
    last_activity_at: open ? daysBefore(now, random.whole(0, 9)) : endsAt,
    synced_at: new Date(now.getTime() - 0.1 * HOUR_MS),
    created_at: createdAt,
  };
}
