import { DAY_MS } from '../../../shared/durations.ts';
import { firstDay } from '../../../shared/kept-days.ts';
import { languages } from '../../../shared/language.ts';
import { requestIdAt } from '../../../shared/request-id.ts';
import { atHour, daysBefore, eagerness } from '../calendar.ts';
import type { Random } from '../random.ts';
import { crmCalls, type Kind, personnelCalls, pickCall, reportCalls, strayCalls } from './calls.ts';
import { type DemoKey, type DemoKeys, keyNames } from './keys.ts';
import { OFFICE, SERVER, STRANGER } from './origin.ts';

type Line = Pick<Kind, 'method' | 'route' | 'status' | 'why'> & {
  created_at: Date;
  request_id: string;
  key_id: string;
  path: string | null;
  code: string | null;
  ms: number;
  ip: string;
};
type Ending = 'ok' | 'client_errors' | 'refused' | 'limited' | 'server_errors';
type DaySums = { day: Date; key_id: string } & Record<Ending, number>;
type Ids = Record<NonNullable<Kind['subject']>, readonly string[]>;

/** A request that has made a change. The audit log names it. */
export type Posted = { at: Date; key: DemoKey; route: string; requestId: string };

/**
 * How many times as many requests come today as some weeks ago. A day has hundreds, so that those which come while somebody
 * looks are nothing special, and the month has few rows.
 */
export const GROWTH = 10;

/** How long the log keeps sums by day (docs/operations.md). */
const USAGE_DAYS = 364;

export type Traffic = {
  kinds: readonly Kind[];
  ip: string;
  /** The number of requests on a working day, and on a free day. */
  busy: number;
  quiet: number;
  /** The hours of UTC within which requests come. */
  hours: [from: number, to: number];
};

type Plan = { ids: Ids; random: Random; now: Date };
/** The key, as a line of the log names it. */
type OfKey = Pick<DemoKey, 'id'>;

/** The requests of a month as lines of the log, and those of a year as sums by day and key. */
export class Requests {
  readonly lines: Line[] = [];
  readonly days = new Map<string, DaySums>();
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  get random(): Random {
    return this.#plan.random;
  }

  planYear(keys: DemoKeys, posted: readonly Posted[]): void {
    for (const one of trafficOf(keys)) {
      const { sinceDays, endedDays } = one.key;
      const last = endedDays === 0 ? 0 : endedDays + 1;
      for (let day = Math.min(sinceDays, USAGE_DAYS); day >= last; day--) {
        this.#planDay(one, day);
      }
    }
    this.#planTrouble(keys);
    for (const { at, key, route, requestId } of posted) {
      const made = { method: 'POST', route, status: 201 };
      this.add(key, made, { at, ip: SERVER, requestId });
    }
  }

  #planDay({ key, kinds, ip, busy, quiet, hours }: TrafficOfKey, day: number): void {
    const { random, now } = this.#plan;
    const date = daysBefore(now, day);
    const usual = (eagerness(date) > 0.3 ? busy : quiet) * (1 + (GROWTH - 1) * 0.85 ** day);
    const requests = Math.round(usual * (0.85 + random.next() * 0.3));
    for (let i = 0; i < requests; i++) {
      const at = momentOn(date, hours, random);
      if (at > now || at < key.createdAt) continue;
      this.add(key, pickCall(kinds, random), { at, ip });
    }
  }

  /** Plans occasional trouble: wrong keys, foreign addresses, a client in a loop. */
  #planTrouble({ crm, reports, trial, export: ended }: DemoKeys): void {
    const { random, now } = this.#plan;
    const trouble = (key: DemoKey, kind: keyof typeof strayCalls, at: Trouble) => {
      for (const day of at.days) {
        const start = momentOn(daysBefore(now, day), [7, 15], random);
        for (let i = 0; i < at.times; i++) {
          const moment = new Date(start.getTime() + i * random.whole(200, 900));
          if (moment <= now) this.add(key, strayCalls[kind], { at: moment, ip: at.ip });
        }
      }
    };
    trouble(reports, 'wrongSecret', { days: [1, 8, 19], times: 3, ip: STRANGER });
    trouble(crm, 'elsewhere', { days: [5, 12], times: 2, ip: OFFICE });
    trouble(ended, 'expired', { days: [1, 8, 15, 22, 29, 36, 43, 50], times: 1, ip: OFFICE });
    trouble(trial, 'revoked', { days: [26, 310], times: 2, ip: OFFICE });
    trouble(reports, 'limited', { days: [1, 9, 64, 131], times: 24, ip: OFFICE });
  }

  add(key: OfKey, kind: Omit<Kind, 'weight'>, { at, ip, requestId }: Arrival): void {
    const { now } = this.#plan;
    this.#count(key, kind.status, at);
    if (at < firstDay(now)) return;
    this.lines.push({
      created_at: at,
      request_id: requestId ?? requestIdAt(at),
      key_id: key.id,
      method: kind.method,
      route: kind.route,
      path: this.#pathOf(kind),
      status: kind.status,
      code: kind.code ?? null,
      ...(kind.why ? { why: kind.why } : {}),
      ms: this.#duration(kind),
      ip,
    });
  }

  #count(key: OfKey, status: number, at: Date): void {
    const day = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
    const name = `${key.id} ${day.getTime()}`;
    const none = { ok: 0, client_errors: 0, refused: 0, limited: 0, server_errors: 0 };
    const sums = this.days.get(name) ?? { day, key_id: key.id, ...none };
    sums[endingOf(status)] += 1;
    this.days.set(name, sums);
  }

  #pathOf({ route, subject, path }: Omit<Kind, 'weight'>): string | null {
    const { ids, random } = this.#plan;
    const [first, ...rest] = subject ? ids[subject] : [];
    if (!first) return path ?? null;
    return (route ?? '').replace(/\{\w+\}/, random.pick([first, ...rest]));
  }

  #duration({ status, method }: Omit<Kind, 'weight'>): number {
    const { random } = this.#plan;
    if (status === 401 || status === 429) return random.whole(1, 4);
    const usual = method === 'POST' ? random.whole(9, 34) : random.whole(4, 26);
    return random.chance(0.03) ? usual * random.whole(5, 12) : usual;
  }
}

type Trouble = { days: readonly number[]; times: number; ip: string };
type Arrival = { at: Date; ip: string; requestId?: string };

type TrafficOfKey = Traffic & { key: DemoKey };

const synchronizing: Traffic = { kinds: crmCalls, ip: SERVER, busy: 30, quiet: 16, hours: [0, 23] };
const reporting: Traffic = { kinds: reportCalls, ip: OFFICE, busy: 9, quiet: 0, hours: [5, 16] };
const staffing: Traffic = { kinds: personnelCalls, ip: SERVER, busy: 5, quiet: 1, hours: [3, 5] };

/** The traffic of the clients that keep sending requests, by the name of the key. */
export const trafficByName: ReadonlyMap<string, Traffic> = new Map(
  languages.flatMap((language) => [
    [keyNames.crm[language], synchronizing],
    [keyNames.reports[language], reporting],
    [keyNames.personnel[language], staffing],
  ]),
);

function trafficOf({
  crm,
  renewed,
  reports,
  personnel,
  export: ended,
  trial,
}: DemoKeys): TrafficOfKey[] {
  return [
    { key: crm, ...synchronizing },
    { key: renewed, ...synchronizing },
    { key: reports, ...reporting },
    { key: ended, ...reporting, busy: 2 },
    { key: personnel, ...staffing },
    { key: trial, kinds: personnelCalls, ip: OFFICE, busy: 3, quiet: 0, hours: [8, 15] },
  ];
}

/** Most requests come in the middle of the hours, so that each day has its rhythm. */
export function momentOn(date: Date, [from, to]: [number, number], random: Random): Date {
  const hour = Math.round((random.whole(from, to) + random.whole(from, to)) / 2);
  const at = atHour(date, hour, random.whole(0, 59));
  return new Date(at.getTime() + random.whole(0, 59_999));
}

function endingOf(status: number): Ending {
  if (status < 400) return 'ok';
  if (status === 401) return 'refused';
  if (status === 429) return 'limited';
  return status < 500 ? 'client_errors' : 'server_errors';
}
