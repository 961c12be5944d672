import type { KeyObject } from 'node:crypto';
import { sealAccess } from '../../crm/access.ts';
import { connectionSettings } from '../../crm/connection-settings.ts';
import { crmStreams } from '../../crm/connector.ts';
import type { CrmFailureReason, FailureFacts } from '../../crm/crm-failure.ts';
import { INDUSTRY_FIELD, OVERLAP_MS } from '../../crm/demo/connector.ts';
import { practiceAccess, practiceId } from '../../crm/demo/practice.ts';
import { newId } from '../../db/ids.ts';
import type { Row } from '../../db/write-row.ts';
import type { EventData } from '../../features/webhooks/events.schema.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { atHour, daysBefore } from './calendar.ts';
import {
  crmContent,
  type DemoContent,
  type DemoNote,
  dealMadeAt,
  practiceContent,
  practiceReadAt,
  practiceTurns,
} from './crm-content.ts';
import {
  crmNames,
  DEMO_CONNECTION,
  industries,
  outcomeOf,
  practiceNames,
  stageOf,
} from './crm-sales.ts';
import { lostReasons, objectionsIn } from './crm-texts.ts';
import { emailOf } from './people.ts';
import { Random } from './random.ts';
import type { DemoTeam } from './team.ts';
import type { Rows } from './write-rows.ts';
import { happened } from './year.ts';

const connection_id = DEMO_CONNECTION;
const place = { currency: 'EUR', time_zone: 'Europe/Berlin' };

/** What the year has of a CRM: its rows, and the names that the audit log shows. */
export type CrmOfYear = { rows: Rows; values: { account: string; crm: string } };

/**
 * The connection to the demo's CRM (src/seed/demo-crm). It has ended, and its data were kept. If a person connects the
 * CRM, this connection begins again with the team's settings.
 */
export function demoCrm(team: DemoTeam, now: Date): CrmOfYear {
  const syncedAt = happened('crm.disconnected', connection_id, now).at;
  const content = crmContent({ language: team.lang, now });
  const { deals, objections } = contentRows(team, content, { syncedAt, now });
  const connection = { ...connectionRow(team, crmNames[team.lang], now), synced_at: syncedAt };
  const rows = {
    crmConnection: [{ ...connection, full_at: syncedAt }],
    crmOwner: ownerRows(team, content, syncedAt),
    crmDeal: deals,
    crmObjection: objections,
  };
  const values = { account: DEMO_CONNECTION, crm: connection.name };
  return { rows, values };
}

/**
 * The connection of a sandbox for looking around to its practice CRM, as if it had been connected for a year. The next
 * synchronization is due at once, and finds a change.
 */
export function practiceCrm(team: DemoTeam, sealKey: KeyObject, now: Date): CrmOfYear {
  const { tenantId, lang } = team;
  const account_id = practiceId({ language: lang, since: now });
  const readAt = practiceReadAt(now);
  const nights = nightsBefore(readAt);
  const fullAt = nights[0] ?? readAt;
  const content = practiceContent({ language: lang, since: now }, readAt);
  const { deals, objections } = contentRows(team, content, { syncedAt: fullAt, now });
  const connection = {
    ...connectionRow(team, practiceNames[lang], now),
    account_id,
    state: 'active',
    credentials: sealAccess(
      sealKey,
      { tenantId, id: connection_id, provider: 'demo' },
      practiceAccess(account_id),
    ),
    credentials_at: happened('crm.reconnected', connection_id, now, true).at,
    synced_at: readAt,
    full_at: fullAt,
    next_sync_at: now,
    next_cause: 'schedule',
    // A reset makes this connection with the id of the former one. A worker that still holds a lease of that one stops.
    lease_no: Math.floor(now.getTime() / 1000) % 1_000_000_000,
  };
  const since = new Date(readAt.getTime() - OVERLAP_MS);
  const records = deals.length + objections.length;
  const fromReasons = reasonRows(team, deals);
  const rows = {
    crmConnection: [connection],
    crmOwner: ownerRows(team, content, readAt),
    crmDeal: deals,
    crmObjection: [...objections, ...fromReasons],
    crmCursor: crmStreams.map((stream) => {
      return { connection_id, stream, since, is_full: false, opened_at: readAt };
    }),
    crmSyncRun: runRows({ nights, readAt, since: now, records }),
  };
  const values = { account: account_id, crm: connection.name };
  return { rows, values };
}

function connectionRow({ lang }: DemoTeam, name: string, now: Date) {
  const created_at = happened('crm.connected', connection_id, now, true).at;
  return {
    id: connection_id,
    provider: 'demo',
    account_id: DEMO_CONNECTION,
    name,
    state: 'ended',
    account: { name, ...place },
    settings: connectionSettings.parse({
      industry_field: INDUSTRY_FIELD,
      industry_values: industries[lang],
      notes: true,
    }),
    access_kind: 'token',
    credentials_hint: '',
    credentials_at: created_at,
    created_at,
  };
}

function ownerRows({ members }: DemoTeam, { owners }: DemoContent, seen_at: Date) {
  return owners.map(({ id: external_id, name, email }) => {
    const member = members.find((each) => emailOf(each) === email);
    const user_id = member?.status === 'active' ? member.userId : null;
    return { connection_id, external_id, name, email, user_id, seen_at };
  });
}

/** The deals of a CRM, and the objections in its notes. */
function contentRows(
  team: DemoTeam,
  content: DemoContent,
  { syncedAt: synced_at, now }: { syncedAt: Date; now: Date },
) {
  const owners = ownerRows(team, content, now);
  const deals = content.deals.map((deal) => {
    const { id: external_id, is_deleted: _, industry: industry_value, ...fields } = deal;
    const stage = stageOf(deal);
    const created_at = dealMadeAt(external_id, now);
    return {
      ...fields,
      id: newId('deal', created_at),
      connection_id,
      external_id,
      outcome: stage ? outcomeOf(stage) : 'open',
      probability: stage?.probability ?? null,
      industry_id: industries[team.lang][industry_value ?? ''] ?? null,
      industry_value,
      owner_user_id: owners.find((owner) => owner.external_id === deal.owner_id)?.user_id ?? null,
      synced_at,
      created_at,
    };
  });
  const ids = new Map(deals.map(({ external_id, id }) => [external_id, id]));
  const objections = content.notes.flatMap(
    ({ id: source_id, deal_id, text, written_at }: DemoNote) => {
      const found = objectionsIn(team.lang).find((objection) => objection.text === text);
      const at = new Date(written_at);
      const origin = { connection_id, source: 'note', source_id };
      const id = newId('obj', at);
      return found
        ? [{ id, deal_id: ids.get(deal_id) ?? '', ...found, created_at: at, ...origin }]
        : [];
    },
  );
  return { deals, objections };
}

/** A synchronization also finds objections in the reasons of lost deals. */
function reasonRows({ lang }: DemoTeam, deals: ReturnType<typeof contentRows>['deals']) {
  return deals.flatMap(
    ({ id: deal_id, external_id: source_id, lost_reason: text, last_activity_at }) => {
      const category = lostReasons.find((reason) => reason[lang] === text)?.category;
      if (text === null || !category) return [];
      const created_at = new Date(last_activity_at);
      const origin = { connection_id, source: 'lost_reason', source_id };
      return [
        { id: newId('obj', created_at), deal_id, category, text, lang, created_at, ...origin },
      ];
    },
  );
}

const SEED = 2030;
/** Older runs are not kept (`src/worker/housekeeping/retention.ts`). */
const RUN_DAYS = 89;
const EVERY_MS = 15 * MINUTE_MS;

/** When each night's full pass began, the last one first: a little after the failures. */
function nightsBefore(readAt: Date): Date[] {
  const nights = Array.from({ length: RUN_DAYS }, (_, n) => atHour(daysBefore(readAt, n), 2, 25));
  return nights.filter((night) => night < readAt);
}

type Runs = { nights: Date[]; readAt: Date; since: Date; records: number };

/** A full pass in each night, and all runs of the last day. What each has found is what had changed. */
function runRows({ nights, readAt, since, records }: Runs): Row<'crmSyncRun'>[] {
  const random = new Random(SEED);
  const run = (started_at: Date, isFull: boolean) => {
    const worked_ms = random.whole(180, 900);
    const before = new Date(started_at.getTime() - EVERY_MS);
    const turns = practiceTurns(since, started_at) - practiceTurns(since, before);
    const read = isFull ? records : 2 * turns;
    const passes = isFull ? 4 : 2;
    return {
      ...runOf(started_at, new Date(started_at.getTime() + worked_ms), passes),
      is_full: isFull,
      worked_ms,
      stream: 'notes',
      pages: passes,
      records: read,
      // Before the last day, nobody knows how often somebody changed a deal.
      updated: isFull && random.chance(0.5) ? random.whole(1, 4) : turns,
      objections: turns,
      expected: read,
    };
  };
  const often = Array.from({ length: DAY_MS / EVERY_MS }, (_, n) => {
    return run(new Date(readAt.getTime() - n * EVERY_MS - 1_000), false);
  });
  return [...nights.map((at) => run(at, true)), ...often];
}

function runOf(started_at: Date, finished_at: Date, requests: number) {
  const id = newId('run', started_at);
  return { id, connection_id, cause: 'schedule', status: 'ok', started_at, finished_at, requests };
}

export type SyncFailure = { at: Date; data: EventData<'crm.sync.failed'>; facts: FailureFacts };

const NEXT_MS = 5 * MINUTE_MS;
const LASTED_MS = 40_000;

/** How many nights ago the CRM failed, and why. */
const failures: readonly [days: number, reason: CrmFailureReason, facts: FailureFacts][] = [
  [297, 'auth', { status: 401 }],
  [118, 'unavailable', { status: 503 }],
  [24, 'unavailable', { code: 'timeout' }],
  [4, 'unavailable', { status: 503 }],
];

/** Failed synchronizations with the CRM, on several nights. */
export function syncFailures(now: Date): SyncFailure[] {
  return failures.map(([days, reason, facts], n) => {
    const at = atHour(daysBefore(now, days), 2, 15 + n);
    const next = new Date(at.getTime() + NEXT_MS).toISOString();
    const data = {
      connection_id,
      provider: 'demo',
      sync_run_id: newId('run', at),
      reason,
      consecutive_failures: 1,
      // Without valid credentials, nothing is tried until a person signs in again.
      next_attempt_at: reason === 'auth' ? null : next,
    };
    return { at, data, facts };
  });
}

/** The rows of the failed attempts. */
export function failureRows(failed: readonly SyncFailure[]): Row<'crmSyncRun'>[] {
  return failed.map(({ at, data: { sync_run_id, reason: failed_for }, facts: failure }) => ({
    ...runOf(new Date(at.getTime() - LASTED_MS), at, 4),
    id: sync_run_id ?? '',
    is_full: false,
    status: 'failed',
    failed_for,
    failure,
  }));
}
