import type pg from 'pg';
import { withTransaction } from '../../db/transaction.ts';
import { originOf } from '../../egress/target-url.ts';
import type { Logger } from '../../shared/process/log.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { isHeld } from '../../shared/time/lease.ts';
import { type Claimed, type ClaimOptions, claimDue, type Endpoint, type Lease } from './claim.ts';

/**
 * The most attempts at once, and in any minute, of a team and its sandboxes to one scheme, host and port that
 * has never answered 2xx to them. Otherwise a team could flood a stranger's host (P821).
 */
export const AT_ONCE = 4;
export const A_MINUTE = 60;
/** The pause of an endpoint whose host is busy, before the next sweep looks again. */
const BUSY_MS = 1_000;
/** The longest pause: meanwhile the endpoint may have got a URL of another host. */
const LONGEST_PAUSE_MS = 5_000;

/** Endpoints of one team whose URLs have the same origin. */
export type Group = { teamId: string; origin: string | null; isProven: boolean };
type Allowance = { most: number | null; waitMs: number };
type Claim = { claimed: Claimed[]; waitMs: number };

/** The group of an endpoint. A URL that cannot be parsed has no origin, and is never requested. */
export function groupOf({ parentId: teamId, url, provenOrigin }: Endpoint): Group {
  const origin = originOf(url);
  return { teamId, origin, isProven: origin === null || origin === provenOrigin };
}

/** The groups of these endpoints, each with the ids of its endpoints. */
export function groupsOf(endpoints: ReadonlyMap<string, Endpoint>): [Group, Set<string>][] {
  const groups = new Map<string, [Group, Set<string>]>();
  for (const [id, endpoint] of endpoints) {
    const group = groupOf(endpoint);
    const key = `${keyOf(group)} ${group.isProven}`;
    const existing = groups.get(key);
    if (existing) existing[1].add(id);
    else groups.set(key, [group, new Set([id])]);
  }
  return [...groups.values()];
}

const keyOf = ({ teamId, origin }: Group): string => `${teamId} ${origin}`;

type Deps = { pool: pg.Pool; log: Logger };
/** What is claimed for one group: some of its endpoints, and what they want. */
type ClaimRequest = { group: Group; ids: ReadonlySet<string>; options: ClaimOptions };
export type Result = { claimed: Claimed[]; lease: Lease };

/**
 * Claims deliveries to hosts that are not proven, within the limits. The database counts the attempts, so
 * the limits hold for all workers together. Endpoints that must wait are parked: until then no turn and no
 * sweep takes them, and their deliveries stay due.
 */
export class OriginLimits {
  readonly #deps: Deps;
  readonly #parked = new Map<string, { until: number; key: string }>();
  /** The claims that wait, by team. The first team has waited longest for its turn. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #isClaiming = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get isClaiming(): boolean {
    return this.#isClaiming;
  }

  /** The parked endpoints, without those for which a claim is under way. */
  get parked(): string[] {
    const now = performance.now();
    for (const [id, { until }] of this.#parked) if (until <= now) this.#parked.delete(id);
    return [...this.#parked].filter(([, { until }]) => until < Infinity).map(([id]) => id);
  }

  isParked(endpointId: string): boolean {
    return (this.#parked.get(endpointId)?.until ?? 0) > performance.now();
  }

  /** Ends the waiting for a host that has answered 2xx. */
  unpark(group: Group): void {
    this.#parkFor(group, 0);
  }

  /** Claims as many of these deliveries as may be sent now. They are parked until it is their turn. */
  claimQueued({ group, ids, options }: ClaimRequest, then: (result: Result) => void): void {
    const key = keyOf(group);
    for (const id of ids) this.#parked.set(id, { until: Infinity, key });
    const claims = this.#waiting.get(group.teamId) ?? [];
    this.#waiting.set(group.teamId, claims);
    claims.push(async () => {
      const endsAt = performance.now() + options.leaseMs;
      const { claimed, waitMs } = await this.#claim(group, options);
      this.#parkFor(group, waitMs);
      then({ claimed, lease: { claimedAt: performance.now(), endsAt } });
    });
    if (!this.#isClaiming) void this.#claimAll();
  }

  /** Runs the claims one after another, beside all other claims. A team with many hosts has one turn at a time. */
  async #claimAll(): Promise<void> {
    this.#isClaiming = true;
    // The loop also visits teams that are added meanwhile.
    for (const [teamId, claims] of this.#waiting) {
      const claim = claims.shift();
      this.#waiting.delete(teamId);
      if (claims.length > 0) this.#waiting.set(teamId, claims);
      await claim?.();
    }
    this.#isClaiming = false;
  }

  #parkFor(group: Group, ms: number): void {
    const until = performance.now() + ms;
    for (const parked of this.#parked.values()) {
      if (parked.key === keyOf(group)) parked.until = until;
    }
  }

  async #claim({ teamId, origin, isProven }: Group, options: ClaimOptions): Promise<Claim> {
    const { pool, log } = this.#deps;
    try {
      if (isProven || origin === null) {
        return { claimed: (await claimDue(pool, options, null)).claimed, waitMs: 0 };
      }
      return await withTransaction(pool, (client) =>
        claimWithin(client, { teamId, origin }, options),
      );
    } catch (err) {
      log.warn({ err }, 'due deliveries could not be claimed for a host that is not proven');
      return { claimed: [], waitMs: BUSY_MS };
    }
  }
}

type Named = { teamId: string; origin: string };

/** Two workers do not claim for one group at once. The second one does not wait for the first. */
async function claimWithin(
  client: pg.PoolClient,
  named: Named,
  options: ClaimOptions,
): Promise<Claim> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('origin ' || $1 || ' ' || $2, 0)) as locked`,
    [named.teamId, named.origin],
  );
  if (!rows[0]?.locked) return { claimed: [], waitMs: BUSY_MS };
  const { most, waitMs } = await allowanceOf(client, named, options.leaseMs);
  if (most === 0) return { claimed: [], waitMs };
  if (most === null) return { claimed: (await claimDue(client, options, null)).claimed, waitMs: 0 };
  const { claimed } = await claimDue(client, shareOut(options, most), most);
  await client.query(
    `insert into webhook_origin_attempt (tenant_id, origin, delivery_id, lease_no, started_at)
     select $1, $2, c.id, c.lease_no, now() from unnest($3::text[], $4::integer[]) c (id, lease_no)`,
    [
      ...[named.teamId, named.origin],
      claimed.map(({ id }) => id),
      claimed.map(({ leaseNo }) => leaseNo),
    ],
  );
  return { claimed, waitMs: claimed.length < most ? 0 : waitMs };
}

/**
 * Gives each endpoint its part of the attempts. A random one comes first: otherwise an endpoint with many due
 * deliveries would take all attempts, and one that works could never prove the host.
 */
function shareOut({ wanted, ...options }: ClaimOptions, most: number): ClaimOptions {
  const first = Math.floor(Math.random() * wanted.length);
  const part = Math.ceil(most / wanted.length);
  const rotated = [...wanted.slice(first), ...wanted.slice(0, first)];
  return {
    ...options,
    wanted: rotated.map((each) => ({ ...each, most: Math.min(each.most, part) })),
  };
}

type Counts = { is_proven: boolean; running: number; in_minute: number; free_ms: number | null };

// An attempt in the future began before the clock was set back. It must not hold up others until then.
const inMinute = isHeld('a.started_at', MINUTE_MS);

/** How many attempts may begin now; null if the host is proven. */
async function allowanceOf(
  client: pg.PoolClient,
  { teamId, origin }: Named,
  leaseMs: number,
): Promise<Allowance> {
  const { rows } = await client.query<Counts>(
    `select
       exists (select from tenant t cross join lateral (
           select from webhook_endpoint e where e.tenant_id = t.id and e.deleted_at is null
             and e.proven_origin = $2 limit 1) e
         where t.id = $1 or t.sandbox_of = $1) as is_proven,
       count(*) filter (where exists (
         select from webhook_pending p where p.delivery_id = a.delivery_id
           and p.lease_no = a.lease_no and ${isHeld('p.leased_at', '$3')}))::integer as running,
       count(*) filter (where ${inMinute})::integer as in_minute,
       (date_part('epoch', min(a.started_at) filter (where ${inMinute}) + interval '1 min' - now())
         * 1000)::float8 as free_ms
     from webhook_origin_attempt a
     where a.tenant_id = $1 and a.origin = $2 and a.started_at > now() - interval '2 min'`,
    [teamId, origin, leaseMs],
  );
  const [found] = rows;
  if (!found) throw new Error('A count has no row');
  if (found.is_proven) return { most: null, waitMs: 0 };
  const most = Math.max(0, Math.min(AT_ONCE - found.running, A_MINUTE - found.in_minute));
  const freeMs = found.in_minute < A_MINUTE ? 0 : (found.free_ms ?? 0);
  return { most, waitMs: Math.min(Math.max(BUSY_MS, freeMs), LONGEST_PAUSE_MS) };
}
