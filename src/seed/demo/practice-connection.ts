import type { KeyObject } from 'node:crypto';
import { sealAccess } from '../../crm/access.ts';
import { crmStreams } from '../../crm/connector.ts';
import { OVERLAP_MS } from '../../crm/demo/connector.ts';
import { practiceAccess, practiceId } from '../../crm/demo/practice.ts';
import { newId } from '../../db/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts';
import { practiceReadAt, practiceRows, practiceTurns } from '../demo-crm/practice-content.ts';
import { DEMO_CONNECTION, practiceNames } from '../demo-crm/sales.ts';
import { atHour, daysBefore } from './calendar.ts';
import type { CrmRows } from './crm.ts';
import { lostReasons, reasonCategories } from './crm-texts.ts';
import type { Deed } from './history/audit.ts';
import { signInDays } from './history/crm-failures.ts';
import { Random } from './random.ts';
import type { DemoTeam } from './team.ts';

const SEED = 2030;
/** Older runs are not kept (`src/worker/housekeeping/retention.ts`). */
const RUN_DAYS = 89;
const EVERY_MS = 15 * MINUTE_MS;

export type PracticeConnection = ReturnType<typeof practiceConnection>;

/**
 * The connection of a sandbox for looking around to its practice CRM, as if it had been connected for a year. The next
 * synchronization is due at once, and finds a change.
 */
export function practiceConnection(
  team: DemoTeam,
  { sealKey, now }: { sealKey: KeyObject; now: Date },
) {
  const { tenantId, lang } = team;
  const account_id = practiceId({ language: lang, since: now });
  const readAt = practiceReadAt(now);
  const rows = practiceRows(team, now);
  const nights = nightsBefore(readAt);
  const fullAt = nights[0] ?? readAt;
  const owner = { tenantId, id: DEMO_CONNECTION, provider: 'demo' };
  const signedInAt = atHour(daysBefore(now, signInDays), 8, 10);
  const connection = {
    ...rows.connection,
    account_id,
    name: practiceNames[lang],
    account: { name: practiceNames[lang], currency: 'EUR', time_zone: 'Europe/Berlin' },
    state: 'active',
    credentials: new Uint8Array(sealAccess(sealKey, owner, practiceAccess(account_id))),
    credentials_at: signedInAt,
    synced_at: readAt,
    full_at: fullAt,
    next_sync_at: now,
    next_cause: 'schedule',
    // A reset makes this connection with the id of the former one. A worker that still holds a lease of that one stops.
    lease_no: Math.floor(now.getTime() / 1000) % 1_000_000_000,
  };
  const ids = { tenant_id: tenantId, connection_id: DEMO_CONNECTION };
  return {
    rows: {
      ...rows,
      connection,
      deals: rows.deals.map((deal) => ({ ...deal, synced_at: fullAt })),
      objections: [...rows.objections, ...objectionsIn(team, rows.deals)],
    },
    cursors: crmStreams.map((stream) => ({
      ...ids,
      stream,
      since: new Date(readAt.getTime() - OVERLAP_MS),
      is_full: false,
      opened_at: readAt,
    })),
    runs: runRows(ids, {
      nights,
      readAt,
      since: now,
      records: rows.deals.length + rows.objections.length,
    }),
    deeds: [
      {
        at: rows.connection.created_at,
        action: 'crm.connected',
        changes: {
          provider: 'demo',
          account_id,
          name: connection.name,
          access: 'token',
          revived: false,
        },
      },
      { at: signedInAt, action: 'crm.reconnected', changes: { access: 'token' } },
    ] satisfies Pick<Deed, 'at' | 'action' | 'changes'>[],
  };
}

/** A synchronization also finds objections in the reasons of lost deals. */
function objectionsIn({ lang }: DemoTeam, deals: CrmRows['deals']): CrmRows['objections'] {
  return deals.flatMap((deal) => {
    const { tenant_id, connection_id, lost_reason: text, last_activity_at: created_at } = deal;
    const category = text === null ? undefined : reasonCategories[lostReasons[lang].indexOf(text)];
    if (text === null || category === undefined) return [];
    const origin = { connection_id, source: 'lost_reason', source_id: deal.external_id };
    const id = newId('obj', created_at);
    return [{ tenant_id, id, deal_id: deal.id, category, text, lang, created_at, ...origin }];
  });
}

/** When each night's full pass began, the last one first: a little after the failures of the history. */
function nightsBefore(readAt: Date): Date[] {
  const nights = Array.from({ length: RUN_DAYS }, (_, n) => atHour(daysBefore(readAt, n), 2, 25));
  return nights.filter((night) => night < readAt);
}

type Runs = { nights: Date[]; readAt: Date; since: Date; records: number };

/** A full pass in each night, and all runs of the last day. What each has found is what had changed. */
function runRows(
  ids: { tenant_id: string; connection_id: string },
  { nights, readAt, since, records }: Runs,
) {
  const random = new Random(SEED);
  const run = (started_at: Date, full: { records: number } | null) => {
    const worked_ms = random.whole(180, 900);
    const before = new Date(started_at.getTime() - EVERY_MS);
    const turns = practiceTurns(since, started_at) - practiceTurns(since, before);
    const read = full?.records ?? 2 * turns;
    return {
      ...ids,
      id: newId('run', started_at),
      cause: 'schedule',
      is_full: full !== null,
      status: 'ok',
      started_at,
      worked_ms,
      finished_at: new Date(started_at.getTime() + worked_ms),
      stream: 'notes',
      pages: full ? 4 : 2,
      requests: full ? 4 : 2,
      records: read,
      // Before the last day, nobody knows how often somebody changed a deal.
      updated: full && random.chance(0.5) ? random.whole(1, 4) : turns,
      objections: turns,
      expected: read,
    };
  };
  const often = Array.from(
    { length: DAY_MS / EVERY_MS },
    (_, n) => new Date(readAt.getTime() - n * EVERY_MS - 1_000),
  );
  return [...nights.map((at) => run(at, { records })), ...often.map((at) => run(at, null))];
}
