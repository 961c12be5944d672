import { requestIdAt } from '../../shared/secrets/request-id.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { firstDay } from '../../shared/time/kept-days.ts';
import {
  atHour,
  daysBefore,
  daysIn,
  eagerness,
  isIn,
  isoDay,
  type Period,
  randomOf,
} from './calendar.ts';
import { callOf, type Kind } from './calls.ts';
import type { DemoKey } from './keys.ts';
import { OFFICE, SERVER, STRANGER } from './origin.ts';
import { Random } from './random.ts';
import { table } from './table.ts';
import type { Line, Rows } from './write-rows.ts';

/** The ids that paths name, by what they belong to. */
type Ids = Record<'member' | 'removed' | 'training', readonly string[]>;
type Ending = 'ok' | 'client_errors' | 'refused' | 'limited' | 'server_errors';
type Arrival = { at: Date; ip: string; requestId?: string };
type Asked = [kind: Kind, arrival: Arrival];
/** A program with its key. A key that has ended has a refusal, if the program goes on. */
type Client = DemoKey & { refused?: Kind | null };

/**
 * How many times as many requests come today as some weeks ago. A day has hundreds, so that those which come while somebody
 * looks are nothing special, and the month has few rows.
 */
const GROWTH = 10;
/** How long the log keeps sums by day (docs/operations.md). */
const USAGE_DAYS = 364;

/** How many requests come on a day, and which of the day's random numbers say when. */
type Pace = { growthOn: (day: Date) => number; part: number };

export const inTheYear = (now: Date): Pace => {
  const age = (day: Date) => Math.floor((now.getTime() - day.getTime()) / DAY_MS);
  return { growthOn: (day) => 1 + (GROWTH - 1) * 0.85 ** age(day), part: 500 };
};
export const inTheLastDays: Pace = { growthOn: () => GROWTH, part: 0 };

/** With an ended key a program tries a few times a day. */
const REFUSED_A_DAY = 3;

/** Where each program runs, and how many requests it sends on a working day and on a free day, within these hours of UTC. */
const programs = table(
  ['client', 'ip', 'busy', 'quiet', 'from', 'to'],
  `
crm       | ${SERVER} | 30 | 16 | 0 | 23
reports   | ${OFFICE} | 9  | 0  | 5 | 16
personnel | ${SERVER} | 5  | 1  | 3 | 5
export    | ${OFFICE} | 2  | 0  | 5 | 16
trial     | ${OFFICE} | 3  | 0  | 8 | 15
`,
);
/** What these programs ask is what another one asks. */
const asks: Record<string, string> = { export: 'reports', trial: 'personnel' };

/** Occasional trouble: wrong keys, foreign addresses, a client in a loop. */
const trouble = table(
  ['key', 'kind', 'ip', 'times', 'daysAgo'],
  `
reports | wrongSecret | ${STRANGER} | 3  | 1 8 19
crm     | elsewhere   | ${OFFICE}   | 2  | 5 12
export  | expired     | ${OFFICE}   | 1  | 1 8 15 22 29 36 43 50
trial   | revoked     | ${OFFICE}   | 2  | 26 310
reports | limited     | ${OFFICE}   | 24 | 1 9 64 131
`,
);

/** Requests as lines of the log, and as sums by day and key. */
export class Requests {
  readonly lines: Line[] = [];
  readonly #days = new Map<string, { day: string; key_id: string } & Record<Ending, number>>();
  readonly #ids: Ids;
  readonly #now: Date;
  readonly #random: Random;

  constructor(ids: Ids, now: Date) {
    this.#ids = ids;
    this.#now = now;
    this.#random = new Random(now.getTime());
  }

  /** Plans what the programs ask in the period. A key with `refused` gets this answer. */
  planPrograms(keys: readonly Client[], period: Period, pace: Pace): void {
    const earliest = daysBefore(this.#now, USAGE_DAYS);
    for (const day of daysIn(period).filter((each) => each > earliest)) {
      for (const key of keys) {
        for (const [kind, arrival] of dayOf(key, day, pace)) {
          const { at } = arrival;
          const isUsed = at > key.createdAt && (!key.endedAt || at < key.endedAt || key.refused);
          if (isUsed && isIn(period, at)) this.add(key, kind, arrival);
        }
      }
    }
  }

  /** A program reads something. */
  read(key: DemoKey, at: Date): void {
    const ip = programs.find(({ client }) => client === key.client)?.ip ?? SERVER;
    this.add(key, callOf(asks[key.client] ?? key.client, this.#random), { at, ip });
  }

  planTrouble(keys: Readonly<Record<string, DemoKey>>): void {
    for (const { key: name, kind, ip, times, daysAgo } of trouble) {
      const key = keys[name];
      for (const days of key ? daysAgo.split(' ') : []) {
        const day = daysBefore(this.#now, Number(days));
        const start = momentOn(day, [7, 15], this.#random);
        for (const at of burst(start, Number(times), this.#random)) {
          if (key && at <= this.#now) this.add(key, callOf(kind, this.#random), { at, ip });
        }
      }
    }
  }

  add({ id: key_id }: Pick<DemoKey, 'id'>, kind: Kind, { at, ip, requestId }: Arrival): void {
    this.#count(key_id, kind.status, at);
    if (at < firstDay(this.#now)) return;
    const { method, route, status, code, why } = kind;
    const request_id = requestId ?? requestIdAt(at);
    const answer = { status, code, why, ms: this.#duration(kind) };
    const path = this.#pathOf(kind);
    this.lines.push({ created_at: at, request_id, key_id, method, route, path, ...answer, ip });
  }

  /** A key was last used by its newest line, among requests that were not answered with 401. */
  get rows(): Rows {
    const uses = this.lines
      .filter(({ status }) => status !== 401)
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .map(({ key_id, created_at: used_at, ip: used_ip }) => ({ key_id, used_at, used_ip }));
    const newest = new Map(uses.map((use) => [use.key_id, use]));
    const { lines } = this;
    return { requestDay: [...this.#days.values()], apiKeyUse: [...newest.values()], lines };
  }

  #count(key_id: string, status: number, at: Date): void {
    const day = isoDay(at);
    const none = { ok: 0, client_errors: 0, refused: 0, limited: 0, server_errors: 0 };
    const sums = this.#days.get(`${key_id} ${day}`) ?? { day, key_id, ...none };
    sums[endingOf(status)] += 1;
    this.#days.set(`${key_id} ${day}`, sums);
  }

  #pathOf({ route, subject, path }: Kind): string | null {
    const ids = Object.entries(this.#ids).find(([name]) => name === subject)?.[1] ?? [];
    if (route === null || ids.length === 0) return path;
    return route.replace(/\{\w+\}/, this.#random.pick(ids));
  }

  #duration({ status, method }: Kind): number {
    const random = this.#random;
    if (status === 401 || status === 429) return random.whole(1, 4);
    const usual = method === 'POST' ? random.whole(9, 34) : random.whole(4, 26);
    return random.chance(0.03) ? usual * random.whole(5, 12) : usual;
  }
}

/** What a program asks on a day. It is the same whenever the day is planned. */
function dayOf({ client, refused }: Client, day: Date, { growthOn, part }: Pace) {
  const number = programs.findIndex((program) => program.client === client);
  const program = programs[number];
  if (!program) return [];
  const random = randomOf(day, part + number);
  const isBusy = eagerness(day) > 0.3;
  const growth = growthOn(day);
  const usual =
    Number(isBusy ? program.busy : program.quiet) * growth * (0.85 + random.next() * 0.3);
  const asked = Array.from({ length: refused ? REFUSED_A_DAY : Math.round(usual) }, (): Asked => {
    const at = momentOn(day, [Number(program.from), Number(program.to)], random);
    return [refused ?? callOf(asks[client] ?? client, random), { at, ip: program.ip }];
  });
  // Lately, each client has run into the rate limit about once a week.
  if (refused || !isBusy || growth < GROWTH / 2 || !random.chance(0.2)) return asked;
  const start = atHour(day, random.whole(8, 15), random.whole(0, 59));
  const limited = callOf('limited', random);
  for (const at of burst(start, random.whole(6, 14), random)) {
    asked.push([limited, { at, ip: OFFICE }]);
  }
  return asked;
}

/** The moments at which a client in a loop asks. */
function burst(start: Date, times: number, random: Random): Date[] {
  let at = start.getTime();
  return Array.from({ length: times }, () => {
    at += random.whole(200, 900);
    return new Date(at);
  });
}

/** Most requests come in the middle of the hours, so that each day has its rhythm. */
function momentOn(date: Date, [from, to]: [number, number], random: Random): Date {
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
