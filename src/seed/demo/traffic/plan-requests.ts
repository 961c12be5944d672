import type { PrismaCall } from '../../../operation/call.ts';
import { atHour, eagerness } from '../calendar.ts';
import { type Kind, pickCall, strayCalls } from '../history/calls.ts';
import { OFFICE } from '../history/origin.ts';
import {
  GROWTH,
  momentOn,
  type Requests,
  type Traffic,
  trafficByName,
} from '../history/requests.ts';
import { daysIn, isIn, type Period, randomOf } from './period.ts';

export type KeyInUse = {
  id: string;
  prefix: string;
  name: string;
  scopes: readonly string[];
  /** The refusal of its requests. Null while the key is valid. */
  refused: Kind | null;
};

/**
 * The keys that the first start made, as far as the demo plans requests for their names: the newest key of each name.
 * Requests of a revoked or expired key are refused.
 */
export async function findKeys({ db, prisma, now }: PrismaCall, madeAt: Date): Promise<KeyInUse[]> {
  const keys = await prisma.apiKey.findMany({
    where: {
      tenant_id: db.tenantId,
      name: { in: [...trafficByName.keys()] },
      created_at: { lte: madeAt },
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  const newest = new Map(keys.toReversed().map((key) => [key.name, key]));
  return [...newest.values()].map(({ id, prefix, name, scopes, revoked_at, expires_at }) => {
    const isExpired = expires_at !== null && expires_at <= now;
    const refusal = revoked_at ? strayCalls.revoked : isExpired ? strayCalls.expired : null;
    return { id, prefix, name, scopes, refused: refusal && { weight: 1, ...refusal } };
  });
}

const REFUSED_A_DAY = 3;

export function planRequests(requests: Requests, keys: readonly KeyInUse[], period: Period): void {
  for (const day of daysIn(period)) {
    for (const [n, key] of keys.entries()) {
      const traffic = trafficByName.get(key.name);
      if (traffic) planDay(requests, { key, traffic, day, n }, period);
    }
  }
}

/** A program reads something, because somebody looks at the demo and should see that it lives. */
export function planRead(
  requests: Requests,
  { at, keys }: { at: Date; keys: readonly KeyInUse[] },
) {
  const key = keys.find(({ refused }) => !refused);
  const traffic = key && trafficByName.get(key.name);
  if (traffic) requests.add(key, pickCall(traffic.kinds, requests.random), { at, ip: traffic.ip });
}

type Part = { key: KeyInUse; traffic: Traffic; day: Date; n: number };

function planDay(requests: Requests, { key, traffic, day, n }: Part, period: Period): void {
  const { busy, quiet, kinds, hours, ip } = traffic;
  const random = randomOf(day, n);
  const usual = (eagerness(day) > 0.3 ? busy : Math.max(quiet, 2)) * GROWTH;
  const count = key.refused ? REFUSED_A_DAY : Math.round(usual * (0.8 + random.next() * 0.4));
  const moments = Array.from({ length: count }, () => momentOn(day, hours, random));
  for (const at of moments.filter((moment) => isIn(period, moment))) {
    requests.add(key, key.refused ?? pickCall(kinds, requests.random), { at, ip });
  }
  if (key.refused || !isBurst(day, n)) return;
  // A client in a loop runs into the rate limit.
  const start = atHour(day, random.whole(8, 15), random.whole(0, 59)).getTime();
  for (let at = start, left = random.whole(6, 14); left > 0; left--, at += random.whole(200, 900)) {
    const moment = new Date(at);
    if (isIn(period, moment)) requests.add(key, strayCalls.limited, { at: moment, ip: OFFICE });
  }
}

/** Each client runs into the rate limit about once a week. */
function isBurst(day: Date, n: number): boolean {
  return eagerness(day) > 0.3 && randomOf(day, 100 + n).chance(0.2);
}
