import { newId } from '../../db/ids.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import {
  DEMO_CONNECTION,
  industryValueOf,
  outcomeOf,
  type PipelineId,
  stagesOf,
} from '../demo-crm/sales.ts';
import { atWork, dayOf, daysBefore } from './calendar.ts';
import {
  connectionRow,
  DISCONNECTED_DAYS_AGO,
  disconnectedAt,
  ownerIdOf,
  ownerRows,
} from './crm-connection.ts';
import { dealTitles, lostReasons, objectionsIn } from './crm-texts.ts';
import type { Random } from './random.ts';
import type { DemoTeam } from './team.ts';

type Deals = ReturnType<typeof dealRow>[];
export type CrmRows = ReturnType<typeof crmRows>;

/** The rows of an ended connection: its won, lost and open deals, and the objections of customers. */
export function crmRows(team: DemoTeam, random: Random, now: Date) {
  const syncedAt = disconnectedAt(now);
  const deals: Deals = dealTitles.map(([titles, industry, ofCustomers], index) => {
    const pipeline = ofCustomers ?? 'neugeschaeft';
    return dealRow(
      team,
      { title: titles[team.lang], industry, pipeline, at: index, syncedAt },
      random,
      now,
    );
  });
  return {
    deals,
    objections: objectionRows(team, deals, random, now),
    connection: connectionRow(team, syncedAt),
    owners: ownerRows(team, syncedAt),
  };
}

/** Objections, each from a note about a deal. */
function objectionRows(team: DemoTeam, deals: Deals, random: Random, now: Date) {
  return objectionsIn(team.lang).map(({ lang, category, text }, index) => {
    const deal = deals[(index * 5) % deals.length];
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
      connection_id: DEMO_CONNECTION,
      source: 'note',
      source_id: `N-${2000 + index}`,
    };
  });
}

type Plan = {
  title: string;
  industry: string | null;
  pipeline: PipelineId;
  at: number;
  syncedAt: Date;
};

/** A person who has left was in charge of these deals. */
const ofFormerMember = new Set([1, 4]);

function dealRow(team: DemoTeam, plan: Plan, random: Random, now: Date) {
  const { title, industry, pipeline, at, syncedAt } = plan;
  const sellers = team.members.filter(
    ({ status, role }) => status === 'active' && role !== 'owner',
  );
  const createdAt = daysBefore(now, 330 - at * 11);
  const outcome = at >= dealTitles.length - 11 ? 'open' : random.chance(0.55) ? 'won' : 'lost';
  const step = random.whole(0, 3);
  const open = outcome === 'open';
  const endsAt = open
    ? daysBefore(now, -random.whole(10, 90))
    : daysBefore(createdAt, -random.whole(18, 80));
  const stages = stagesOf(pipeline).filter((each) => outcomeOf(each) === outcome);
  const stage = stages[step % stages.length];
  const owner = ofFormerMember.has(at)
    ? team.members.find(({ status }) => status === 'removed')
    : sellers[at % sellers.length];
  const amount = `${random.whole(18, 940) * 100}.${random.chance(0.3) ? '50' : '00'}`;
  const currency = random.chance(0.9) ? 'EUR' : 'CHF';
  const lostReason = outcome === 'lost' ? random.pick(lostReasons[team.lang]) : null;
  const lastActivity = open ? atWork(now, DISCONNECTED_DAYS_AGO + 1 + random.whole(0, 9)) : endsAt;
  return {
    tenant_id: team.tenantId,
    id: newId('deal', createdAt),
    connection_id: DEMO_CONNECTION,
    external_id: `D-${1000 + at}`,
    outcome,
    title,
    amount,
    currency,
    close_date: dayOf(endsAt),
    probability: stage?.probability ?? null,
    pipeline_id: pipeline,
    stage_id: stage?.id ?? null,
    industry_id: industry,
    industry_value: industryValueOf(industry, team.lang),
    lost_reason: lostReason,
    owner_id: owner ? ownerIdOf(team, owner) : null,
    owner_user_id: owner?.status === 'active' ? owner.userId : null,
    last_activity_at: lastActivity,
    changed_at: lastActivity,
    synced_at: syncedAt,
    created_at: createdAt,
  };
}
