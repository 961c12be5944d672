import type pg from 'pg';
import { createLogger } from '../../../src/shared/process/log.ts';
import { databaseClock } from '../../../src/shared/time/clock.ts';
import { feedRetention } from '../../../src/worker/housekeeping/feed-retention.ts';
import { runHousekeeping } from '../../../src/worker/housekeeping/start-housekeeping.ts';
import { links } from '../../harness/mailed-links.ts';

/** An event that has a position, or had one. */
export type Placed = { event_id: string; type: string; what: string; removed: boolean };

/** Has PostgreSQL note, in the same transaction, which positions the product gives, and what it removes. */
export async function notePlaced(sql: pg.Pool): Promise<void> {
  await sql.query(`
    create table placed (tenant_id text, position bigint, event_id text, type text, what text, removed boolean);
    create function note_placed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update placed set removed = true where tenant_id = old.tenant_id and event_id = old.event_id;
      elsif new.feed_position is not null then
        insert into placed select new.tenant_id, new.feed_position, new.event_id, new.type, concat_ws(' ', new.type,
          coalesce(v.body::json #>> '{data,training_id}', v.body::json #>> '{data,member_id}')), false
        from webhook_event v where v.tenant_id = new.tenant_id and v.id = new.event_id;
      end if;
      return null;
    end $$;
    create trigger note_placed after insert or update of feed_position or delete on kept_event
      for each row execute function note_placed()`);
}

export async function placedOf(sql: pg.Pool, tenantId: string): Promise<Placed[]> {
  const { rows } = await sql.query<Placed>(
    'select event_id, type, what, removed from placed where tenant_id = $1 order by position',
    [tenantId],
  );
  return rows;
}

/** Ends feeds without readers. With an age in milliseconds, removes older events, as if thirty days had passed. */
export async function removeEvents(pool: pg.Pool, age?: number): Promise<void> {
  const rules = feedRetention().map((rule) =>
    age !== undefined && rule.name === 'events of feeds' ? { ...rule, keptMs: age } : rule,
  );
  const log = createLogger('silent');
  await runHousekeeping({ pool, clock: databaseClock, log, links }, { rules });
}
