import type { Seen } from '../failover/load.ts';
import { eventually } from '../failover/outcome.ts';
import type { Site } from './site.ts';

/** What became of the clients' writes. All numbers but `kept` must be zero. */
type Kept = {
  kept: number;
  /** Writes that were answered but are missing. */
  lost: number;
  /** Writes that exist twice. */
  double: number;
  /** Changes of a team without their event or stored response on the coordinator, and the reverse. */
  half: number;
  /** Writes whose event the receiver did not get. */
  unsent: number;
};

/** Compares the answers that clients got with everything that exists, from earlier loads too. */
export async function lookAfter(site: Site, seen: readonly Seen[]): Promise<Kept> {
  await eventually(async () => (await preparedOnNodes(site)) === 0);
  const rows = await site.rows<{ id: string; title: string }>('select id, title from assignment');
  const events = await site.rows<{ id: string }>(
    `select body::json -> 'data' ->> 'assignment_id' as id from webhook_event
     where type = 'assignment.created'`,
  );
  const answers = await site.rows<{ id: string }>(
    `select substring(location from 'asg_[a-z0-9]+') as id from idempotency_record where status = 201`,
  );
  const kept = new Set(rows.map(({ id }) => id));
  const allAnnounced = () => [...kept].every((id) => site.receiver.announced.has(id));
  await eventually(allAnnounced);
  const apart = [events, answers].map(
    (others) => kept.symmetricDifference(new Set(others.map(({ id }) => id))).size,
  );
  return {
    kept: kept.size,
    lost: seen.flatMap(({ writes }) => writes).filter(({ id }) => !kept.has(id)).length,
    double: rows.length - new Set(rows.map(({ title }) => title)).size,
    half: apart.reduce((sum, n) => sum + n, 0),
    unsent: [...kept].filter((id) => !site.receiver.announced.has(id)).length,
  };
}

async function preparedOnNodes({ rows }: Site): Promise<number> {
  const all = await rows<{ n: string }>(
    `select result as n from run_command_on_workers(
       'select count(*) from pg_prepared_xacts where database = current_database()')`,
  );
  return all.reduce((sum, { n }) => sum + Number(n), 0);
}
