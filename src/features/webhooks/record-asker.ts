import type { Call } from '../../operation/call.ts';
import { actorIdOf } from '../audit-log/record-audit.ts';

/**
 * Notes who asked for the next attempt of a delivery. If somebody asked before and that attempt was
 * given up without being made, both have the same number.
 */
export async function recordAsker(call: Call, deliveryId: string): Promise<void> {
  await call.db.write(
    `insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, asked_at)
     select $1, d.id, d.attempt + 1, $3, $4, now()
     from webhook_delivery_state d where d.tenant_id = $1 and d.id = $2
     on conflict (tenant_id, delivery_id, n) do update set
       actor_kind = excluded.actor_kind, actor_id = excluded.actor_id,
       run_id = null, asked_at = excluded.asked_at`,
    [deliveryId, call.actor.kind, actorIdOf(call.actor)],
  );
}
